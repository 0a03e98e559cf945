const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60])/u

/** How many columns a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of segments.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let cut = ''
  let width = 0
  for (const { segment } of segments.segment(text)) {
    width += widthOf(segment)
    if (width > columns - 1) break
    cut += segment
  }
  return `${cut}…`
}
