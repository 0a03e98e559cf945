import { reviewClampLines } from '#contract/constants.ts'
import { widthInEms } from '../../../ui/measure.ts'

/** The container widths in the style sheets. */
export const widthsPx = [240, 280, 310, 350, 450, 540, 640] as const

/** The serif font at review size, relative to the measured sans. */
const emPx = 18 * 0.93
const spacePx = 4.2
const broadLetterPx = 18
const broadLetters = /[\u1100-\u11ff\u2e80-\uffef]/g

/**
 * The width from which the text fits the clamped lines, estimated from its letters. An error shows one line more, never a text
 * without "Read more".
 */
export const fitsFrom = (text: string): number | null => widthsPx.find((width) => linesAt(text, width) <= reviewClampLines) ?? null

function linesAt(text: string, width: number): number {
  let lines = 0
  for (const paragraph of text.split('\n')) {
    let filled = 0
    lines++
    for (const word of paragraph.split(/\s+/)) {
      const wide = widthOf(word)
      const isBroken = filled > 0 && filled + wide > width
      // A word longer than a line continues on the next.
      lines += (isBroken ? 1 : 0) + Math.floor(wide / width)
      filled = (isBroken ? 0 : filled) + (wide % width) + spacePx
    }
  }
  return lines
}

function widthOf(word: string): number {
  const broad = word.match(broadLetters)?.length ?? 0
  return widthInEms(word.replace(broadLetters, '')) * emPx + broad * broadLetterPx
}
