import { widthInEms } from '../../ui/measure.ts'

type TextRole = 'line' | 'name' | 'title' | 'text' | 'phone' | 'accent'

/** One text of a piece: as large as `size`, smaller if it doesn't fit. */
type TextBlock = { role: TextRole; text: string; size: number; gap?: number; lineHeight?: number }
type TextBox = { x: number; y: number; width: number; height: number; anchor?: 'start' | 'middle'; at?: 'top' | 'middle' | 'bottom' }
export type TextLine = { role: TextRole; text: string; x: number; y: number; size: number }

/** Texts shrink to this share of their size before they wrap, and words before they are broken. */
const leastOneLineShare = 0.72
const leastWordShare = 0.5
const step = 0.96
const smallestScale = 0.08
const baseline = 0.34

/** Letters of East Asian scripts and pictures are wider than the estimate for Latin ones. */
const wideLetters = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/gu
const broadLetters = /[DGHNOQØŒÆW0-]/g

/** The width of a text at most, in either font and weight: the estimate is an average, and a wider text would cover the code. */
export function emsAtMost(text: string): number {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
  const count = (letters: RegExp) => plain.match(letters)?.length ?? 0
  return widthInEms(plain) * 1.08 + count(broadLetters) * 0.1 + count(wideLetters) * 0.5
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Letters as readers see them: an emoji or an accented letter may be several characters. */
export const lettersOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Lines of texts that fit into a box, whatever they say: they shrink, wrap, and shrink again. Nothing is cut. */
export function layoutText(blocks: readonly TextBlock[], box: TextBox): TextLine[] {
  const filled = blocks.map((block) => ({ ...block, text: block.text.trim().replace(/\s+/g, ' ') })).filter(({ text }) => text !== '')
  for (let scale = 1; ; scale *= step) {
    const rows = filled.flatMap((block) => rowsOf(block, box.width, scale))
    // The first row starts at the top of the box.
    const height = rows.reduce((sum, { height: one, gap }, index) => sum + one + (index > 0 ? gap : 0), 0)
    if (height <= box.height || scale < smallestScale) return place(rows, box, height)
  }
}

type Row = { role: TextRole; text: string; size: number; height: number; gap: number }

function rowsOf({ role, text, size, gap = 0, lineHeight = 1.2 }: TextBlock, width: number, scale: number): Row[] {
  const full = size * scale
  const fitting = Math.min(full, width / emsAtMost(text))
  const wrapped = Math.max(full * leastWordShare, Math.min(full, width / Math.max(...partsOf(text).map(emsAtMost))))
  const lines =
    fitting >= full * leastOneLineShare ? { size: fitting, texts: [text] } : { size: wrapped, texts: wrap(text, width / wrapped) }
  return lines.texts.map((one, index) => ({
    role,
    text: one,
    size: lines.size,
    height: lines.size * lineHeight,
    gap: index === 0 ? gap * scale : 0,
  }))
}

/** What a line may end after: a word, or a hyphen. */
const partsOf = (text: string) => text.split(/ |(?<=-)/)

/** As many words per line as fit. A word that is longer than a line is broken, at its hyphens first. */
function wrap(text: string, ems: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const parts = emsAtMost(word) <= ems ? [word] : partsOf(word).flatMap((part) => broken(part, ems))
    for (const [index, part] of parts.entries()) {
      const longer = line === '' ? part : `${line}${index === 0 ? ' ' : ''}${part}`
      if (line !== '' && emsAtMost(longer) > ems) {
        lines.push(line)
        line = part
      } else line = longer
    }
  }
  return [...lines, line]
}

function broken(word: string, ems: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of lettersOf(word)) {
    if (part !== '' && emsAtMost(part + letter) > ems) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

function place(rows: readonly Row[], { x, y, width, height, anchor = 'start', at = 'top' }: TextBox, used: number): TextLine[] {
  let top = y + (at === 'top' ? 0 : (height - used) / (at === 'middle' ? 2 : 1))
  return rows.map(({ role, text, size, height: own, gap }, index) => {
    if (index > 0) top += gap
    const line = { role, text, size, x: anchor === 'start' ? x : x + width / 2, y: top + own / 2 + size * baseline }
    top += own
    return line
  })
}
