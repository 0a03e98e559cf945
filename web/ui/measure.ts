const narrow = new Set("iljtfrI.,:;'|!()[]·-")
const wide = new Set('mwMW@%&')

/** How wide a text is set in the sans face, in ems: near enough to choose a size before a browser has seen it. */
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

/** Of the pieces a browser may put on lines of their own. */
export const widestWordInEms = (text: string) => Math.max(...text.split(/\s+|(?<=-)/).map(widthInEms))
