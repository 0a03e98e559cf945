import type { Marks, Paper, PrintFormat, PrintPart } from './print-data.ts'

/** All sizes of pieces are in units: 96 to the inch, as CSS counts pixels. */
export const unitsPerInch = 96
const inches = (value: number) => value * unitsPerInch

type FormatFacts = {
  /** Of one piece; a tent is this wide and high on both sides of its fold. */
  width: number
  height: number
  /** Width of the code without its quiet zone, and how far it grows for a long address. */
  code: { width: number; max: number }
  /** Width of the photo. */
  photo: number
  /** Below this size, text is hard to read where the piece is read. */
  smallestText: number
  parts: readonly PrintPart[]
}

export const formatFacts: Record<PrintFormat, FormatFacts> = {
  tag: {
    width: inches(4),
    height: inches(3),
    code: { width: inches(0.65), max: inches(0.95) },
    photo: 88,
    smallestText: 11,
    parts: ['photo', 'company', 'background'],
  },
  tent: {
    width: inches(5),
    height: inches(3.5),
    code: { width: inches(2.04), max: inches(2.04) },
    photo: 84,
    smallestText: 9,
    parts: ['photo', 'mobile', 'email', 'company', 'license', 'background'],
  },
  rider: {
    width: inches(24),
    height: inches(6),
    code: { width: inches(4.04), max: inches(4.04) },
    photo: 444,
    smallestText: 30,
    parts: ['photo', 'mobile', 'company', 'license'],
  },
  // The quiet zone fits into the white disc: see `codeWidth`.
  sticker: { width: inches(2.5), height: inches(2.5), code: { width: 0, max: 0 }, photo: 0, smallestText: 7, parts: [] },
  cards: {
    width: inches(3.5),
    height: inches(2),
    code: { width: inches(0.875), max: inches(0.95) },
    photo: 58,
    smallestText: 7.5,
    parts: ['photo', 'mobile', 'email', 'company', 'license'],
  },
}

/** Phones read squares of 0.35 mm from a hand's distance. */
const moduleMin = inches(0.35 / 25.4)
const quietModules = 8
export const stickerDisc = 100

/** The width of the dark squares of a code with so many modules per side. */
export function codeWidth(format: PrintFormat, modules: number): number {
  if (format === 'sticker') return (stickerDisc * Math.SQRT2 * modules) / (modules + quietModules)
  const { width, max } = formatFacts[format].code
  return Math.min(Math.max(width, modules * moduleMin), max)
}

/** With four modules of quiet space on each side. */
export const codeBox = (format: PrintFormat, modules: number) => (codeWidth(format, modules) * (modules + quietModules)) / modules

type CodeCheck = { inches: number; reachInches: number; isSmall: boolean }

/** How wide the code is, and from how far a phone reads it: ten times its width. */
export function checkCode(format: PrintFormat, modules: number): CodeCheck {
  const width = codeWidth(format, modules)
  return { inches: width / unitsPerInch, reachInches: (10 * width) / unitsPerInch, isSmall: width / modules < moduleMin * 0.99 }
}

export const sharpDpi = 300

/** Pixels per printed inch of a picture that covers a box. */
export const dpiOf = (picture: { width: number; height: number }, box: { width: number; height: number }) =>
  Math.floor(Math.min(picture.width / box.width, picture.height / box.height) * unitsPerInch)

const paperSizes: Record<Paper, { width: number; height: number }> = {
  letter: { width: inches(8.5), height: inches(11) },
  a4: { width: inches(210 / 25.4), height: inches(297 / 25.4) },
}

export type Sheet = {
  page: 'letter' | 'a4' | 'rider'
  width: number
  height: number
  /** Upper left corners of the pieces; `isTurned` stands on its head. */
  places: readonly { x: number; y: number; isTurned: boolean }[]
  marks: readonly { x1: number; y1: number; x2: number; y2: number }[]
  fold: { x1: number; x2: number; y: number } | null
}

const grids: Record<Exclude<PrintFormat, 'rider'>, { columns: number; rows: number; gap: number }> = {
  tag: { columns: 1, rows: 3, gap: 0 },
  tent: { columns: 1, rows: 2, gap: 0 },
  sticker: { columns: 3, rows: 3, gap: inches(0.125) },
  // As Avery 8371: on Letter the cards start 0.75 inch from the left and 0.5 inch from the top.
  cards: { columns: 2, rows: 5, gap: 0 },
}

/** The printed page: its size, where the pieces are, and its marks. */
export function layoutSheet(format: PrintFormat, paper: Paper, marks: Marks): Sheet {
  const { width, height } = formatFacts[format]
  if (format === 'rider') return { page: 'rider', width, height, places: [{ x: 0, y: 0, isTurned: false }], marks: [], fold: null }
  const { columns, rows, gap } = grids[format]
  const size = paperSizes[paper]
  const left = (size.width - columns * width - (columns - 1) * gap) / 2
  const top = (size.height - rows * height - (rows - 1) * gap) / 2
  const xs = Array.from({ length: columns }, (_, column) => left + column * (width + gap))
  const ys = Array.from({ length: rows }, (_, row) => top + row * (height + gap))
  const edges = { xs: [...xs, left + columns * width], ys: [...ys, top + rows * height] }
  const isTent = format === 'tent'
  return {
    page: paper,
    ...size,
    places: ys.flatMap((y, row) => xs.map((x) => ({ x, y, isTurned: isTent && row === 0 }))),
    // A sticker is cut along its own edge.
    marks: marks === 'all' && format !== 'sticker' ? trimMarks(isTent ? { ...edges, ys: [top, top + rows * height] } : edges) : [],
    fold: isTent && marks !== 'none' ? { x1: left, x2: left + width, y: top + height } : null,
  }
}

const markOffset = inches(0.08)
const markLength = inches(0.2)

/** Short lines outside the pieces, at the ends of each cut. */
function trimMarks({ xs, ys }: { xs: readonly number[]; ys: readonly number[] }): Sheet['marks'] {
  const [left = 0, right = 0, top = 0, bottom = 0] = [xs[0], xs.at(-1), ys[0], ys.at(-1)]
  const [near, far] = [markOffset, markOffset + markLength]
  return [
    ...xs.flatMap((x) => [
      { x1: x, y1: top - far, x2: x, y2: top - near },
      { x1: x, y1: bottom + near, x2: x, y2: bottom + far },
    ]),
    ...ys.flatMap((y) => [
      { x1: left - far, y1: y, x2: left - near, y2: y },
      { x1: right + near, y1: y, x2: right + far, y2: y },
    ]),
  ]
}
