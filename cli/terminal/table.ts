import { sanitize } from './sanitize.ts'

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60])/u
const gap = '  '
const narrowest = 8

/** Aligned rows under a heading. The widest columns shrink until a line fits. */
export function tableLines(heading: string[], rows: string[][], columns: number): string[] {
  const cells = [heading, ...rows].map((row) => row.map(sanitize))
  const widths = fit(
    heading.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? '')))),
    columns - gap.length * (heading.length - 1),
  )
  return cells.map((row) =>
    row
      .map((cell, index) => padTo(cutTo(cell, widths[index] ?? narrowest), widths[index] ?? narrowest))
      .join(gap)
      .trimEnd(),
  )
}

function fit(wanted: number[], available: number): number[] {
  const widths = [...wanted]
  let excess = widths.reduce((sum, width) => sum + width, 0) - available
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    const width = widths[widest] ?? 0
    if (width <= narrowest) break
    widths[widest] = width - 1
    excess--
  }
  return widths
}

/** Names on the left, values on the right; long values continue on indented lines. */
export function pairLines(pairs: [name: string, value: string][], columns: number): string[] {
  const left = Math.max(0, ...pairs.map(([name]) => widthOf(name))) + gap.length
  return pairs.flatMap(([name, value]) => {
    const [first = '', ...rest] = wrap(value, Math.max(20, columns - left))
    return [padTo(name, left) + first, ...rest.map((line) => ' '.repeat(left) + line)].map((line) => line.trimEnd())
  })
}

/** Breaks lines at spaces. A word longer than a line stays whole, so an address can be copied. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of sanitize(paragraph).split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (line && widthOf(longer) > columns) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  })
}

/** The width of a text on a terminal, in columns. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of segments.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

function cutTo(text: string, columns: number): string {
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
