import { emsAtMost, layoutText, type TextLine } from './layout-text.ts'
import { formatFacts, codeBox, codeWidth, stickerDisc } from './print-layout.ts'
import type { PrintChoices, PrintData, PrintFormat, PrintPart, PrintPicture } from './print-data.ts'

type Square = { x: number; y: number; side: number }

/** Where everything on a piece is, in units of 1/96 inch. */
export type PieceLayout = {
  format: PrintFormat
  width: number
  height: number
  lines: TextLine[]
  /** Text along the rim of a sticker: its name above, the address below. */
  rim: { text: string; size: number; isAbove: boolean }[]
  photo: (Square & { radius: number; picture: PrintPicture }) | null
  /** The background picture across the top, with the white plate that covers its lower edge. */
  band: { height: number; plate: number; picture: PrintPicture } | null
  /** The code with its quiet zone. */
  code: Square
  /** True if some text is too small to read where the piece is read. */
  isSmall: boolean
}

type Placed = Pick<PieceLayout, 'lines' | 'code'> & Partial<Pick<PieceLayout, 'rim' | 'photo' | 'band'>>

/** True if this format shows the part, the card has it, and the owner chose it. */
const showsPart = (data: PrintData, { format, ...choices }: PrintChoices, part: PrintPart) =>
  formatFacts[format].parts.includes(part) && choices[part] && Boolean(data[part])

export function layoutPiece(data: PrintData, choices: PrintChoices): PieceLayout {
  const { format } = choices
  const { width, height, smallestText } = formatFacts[format]
  const shows = (part: PrintPart) => showsPart(data, choices, part)
  const placed = layouts[format]({
    width,
    height,
    line: choices.line,
    name: data.name,
    title: data.title,
    address: data.address,
    mobile: shows('mobile') ? data.mobile : '',
    email: shows('email') ? data.email : '',
    company: shows('company') ? data.company : '',
    license: shows('license') ? data.license : '',
    photo: shows('photo') ? data.photo : null,
    background: shows('background') ? data.background : null,
    code: { width: codeWidth(format, data.code.size), box: codeBox(format, data.code.size) },
  })
  const sizes = [...placed.lines, ...(placed.rim ?? [])].map(({ size }) => size)
  return { format, width, height, rim: [], photo: null, band: null, ...placed, isSmall: sizes.some((size) => size < smallestText) }
}

type Filled = Omit<PrintData, 'code' | 'colors' | 'hasSerifName'> & {
  width: number
  height: number
  line: string
  code: { width: number; box: number }
}

/** The code’s square with its quiet zone, from the corner of its dark modules. */
const codeAt = ({ width, box }: Filled['code'], x: number, y: number): Square => ({
  x: x - (box - width) / 2,
  y: y - (box - width) / 2,
  side: box,
})

function layoutTent({ width, height, line, name, company, license, mobile, email, photo, background, code }: Filled): Placed {
  const margin = 30
  const top = background ? 98 : 26
  const bottom = height - 26
  const left = margin + code.width + Math.max(28, (code.box - code.width) / 2 + 4)
  const start = photo ? 116 : top
  return {
    lines: layoutText(
      [
        { role: 'line', text: line, size: 24, lineHeight: 1.22 },
        { role: 'name', text: name, size: 27, gap: 12, lineHeight: 1.1 },
        { role: 'text', text: company, size: 15, gap: 4 },
        { role: 'text', text: license, size: 12, gap: 2 },
        { role: 'phone', text: mobile, size: 19, gap: 12 },
        { role: 'text', text: email, size: 15, gap: 4 },
      ],
      { x: left, y: start, width: width - margin - left, height: bottom - start, at: 'middle' },
    ),
    code: codeAt(code, margin, top + (bottom - top - code.width) / 2),
    photo: photo && { x: width - 34 - formatFacts.tent.photo, y: 22, side: formatFacts.tent.photo, radius: 29, picture: photo },
    band: background && { height: 108, plate: 74, picture: background },
  }
}

function layoutTag({ width, height, name, title, company, photo, background, code }: Filled): Placed {
  const [right, bottom] = [width - 18, height - 16]
  const top = photo || background ? 116 : 30
  const quiet = (code.box - code.width) / 2
  const belowNames = bottom - code.width - quiet
  return {
    lines: [
      ...layoutText(
        [
          { role: 'name', text: name, size: 45, lineHeight: 1.1 },
          { role: 'title', text: title, size: 19, gap: 2 },
        ],
        { x: 22, y: top, width: width - 44, height: belowNames - top, anchor: 'middle', at: 'middle' },
      ),
      ...layoutText([{ role: 'accent', text: company, size: 14 }], {
        x: 22,
        y: bottom - code.width,
        width: right - code.width - quiet - 12 - 22,
        height: code.width,
        at: 'bottom',
      }),
    ],
    code: codeAt(code, right - code.width, bottom - code.width),
    photo: photo && { x: (width - formatFacts.tag.photo) / 2, y: 22, side: formatFacts.tag.photo, radius: 30, picture: photo },
    band: background && { height: 116, plate: 82, picture: background },
  }
}

function layoutRider({ width, height, name, mobile, company, license, photo, code }: Filled): Placed {
  const margin = 66
  const left = photo ? margin + formatFacts.rider.photo + 70 : margin
  const edge = (height - code.box) / 2
  const codeLeft = width - edge - code.box
  return {
    lines: layoutText(
      [
        { role: 'name', text: name, size: 152, lineHeight: 1.1 },
        { role: 'phone', text: mobile, size: 140, gap: 20, lineHeight: 1.1 },
        { role: 'title', text: company, size: 54, gap: 24 },
        { role: 'text', text: license, size: 40, gap: 6 },
      ],
      { x: left, y: margin, width: codeLeft - 60 - left, height: height - 2 * margin, at: 'middle' },
    ),
    code: { x: codeLeft, y: edge, side: code.box },
    photo: photo && { x: margin, y: margin, side: formatFacts.rider.photo, radius: 150, picture: photo },
  }
}

/** Radius of the baselines of a sticker’s rim, and the share of a half circle that a text fills at most. */
export const rimRadius = { above: 105, below: 114.5 }
const rimShare = 0.86

function layoutSticker({ width, height, name, address, code }: Filled): Placed {
  const fit = (text: string, size: number, radius: number) => Math.min(size, (Math.PI * radius * rimShare) / Math.max(1, emsAtMost(text)))
  return {
    lines: [],
    rim: [
      { text: name, size: fit(name, 12.5, rimRadius.above), isAbove: true },
      { text: address, size: fit(address, 11.5, rimRadius.below), isAbove: false },
    ],
    code: { x: (width - code.box) / 2, y: (height - code.box) / 2, side: code.box },
  }
}

function layoutCard({ width, height, name, title, company, license, mobile, email, photo, code }: Filled): Placed {
  const margin = 20
  const [right, bottom] = [width - margin, height - margin]
  const left = photo ? margin + formatFacts.cards.photo + 12 : margin
  const quiet = (code.box - code.width) / 2
  const codeTop = bottom - code.width
  return {
    lines: [
      ...layoutText(
        [
          { role: 'name', text: name, size: 24, lineHeight: 1.12 },
          { role: 'text', text: title, size: 13, gap: 1 },
        ],
        { x: left, y: margin, width: right - left, height: Math.min(formatFacts.cards.photo, codeTop - quiet - margin), at: 'middle' },
      ),
      ...layoutText(
        [
          { role: 'accent', text: mobile, size: 12.5, lineHeight: 1.45 },
          { role: 'text', text: email, size: 12.5, lineHeight: 1.45 },
          { role: 'text', text: company, size: 12.5, lineHeight: 1.45 },
          { role: 'text', text: license, size: 11, lineHeight: 1.45 },
        ],
        { x: margin, y: codeTop, width: right - code.width - quiet - 6 - margin, height: code.width, at: 'bottom' },
      ),
    ],
    code: codeAt(code, right - code.width, codeTop),
    photo: photo && { x: margin, y: margin, side: formatFacts.cards.photo, radius: 20, picture: photo },
  }
}

const layouts: Record<PrintFormat, (filled: Filled) => Placed> = {
  tag: layoutTag,
  tent: layoutTent,
  rider: layoutRider,
  sticker: layoutSticker,
  cards: layoutCard,
}

export const discOf = ({ width, height }: { width: number; height: number }) => ({ cx: width / 2, cy: height / 2, r: stickerDisc })
