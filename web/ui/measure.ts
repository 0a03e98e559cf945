const narrow = new Set("iljtfrI.,:;'|!()[]·-")
const wide = new Set('mwMW@%&')

/** The estimated width of a text in the sans font, in ems, to choose a size before rendering. */
export function widthInEms(text: string): number {
  let ems = 0
  for (const letter of text) {
    if (narrow.has(letter)) ems += 0.31
    else if (wide.has(letter)) ems += 0.88
    else if (letter >= 'A' && letter <= 'Z') ems += 0.66
    else ems += 0.56
  }
  return ems
}

/** The widest part that cannot wrap. */
export const widestWordInEms = (text: string) => Math.max(...text.split(/\s+|(?<=-)/).map(widthInEms))
