import { appScreenshotPx, type AppScreenshotShape } from '#contract/cards/app-pictures.ts'
import type { Card } from '#contract/cards/cards.ts'
import { safeColor, drawInitials } from '#server/media/rendered/draw-placeholder.ts'
import { shortcutShapes } from '#server/media/rendered/draw-app-icon.ts'
import { drawText, fitText, textWidth } from '#server/media/rendered/draw-text.ts'
import { contrast, legible, mix, readable } from '#server/media/rendered/adjust-contrast.ts'

type Pictures = { face: Buffer | null; scene: Buffer | null; shape: AppScreenshotShape }
type Colors = { paper: string; plate: string; ink: string; soft: string; line: string; bar: string; onBar: string }
/** The layout: stacked on a phone, side by side on desktop. */
type Plan = {
  scene: number
  sheet: { x: number; y: number; width: number; height: number; round: number }
  frame: { x: number; y: number; size: number; round: number }
  words: { x: number; y: number; width: number; isCentered: boolean }
  rows: { x: number; width: number; height: number; max: number }
  bar: { x: number; y: number; width: number; height: number } | null
}

const plans: Record<AppScreenshotShape, Plan> = {
  narrow: {
    scene: 440,
    sheet: { x: 0, y: 356, width: 720, height: 1180, round: 84 },
    frame: { x: 224, y: 204, size: 272, round: 92 },
    words: { x: 48, y: 520, width: 624, isCentered: true },
    rows: { x: 36, width: 648, height: 108, max: 4 },
    bar: { x: 24, y: 1290, width: 672, height: 124 },
  },
  wide: {
    scene: 430,
    sheet: { x: 120, y: 236, width: 1040, height: 490, round: 40 },
    frame: { x: 168, y: 180, size: 300, round: 72 },
    words: { x: 516, y: 280, width: 596, isCentered: false },
    rows: { x: 516, width: 596, height: 68, max: 2 },
    bar: null,
  },
}

/** Draws the home page: background, face, name and contact details. */
export function drawAppScreenshot(card: Card, { face, scene, shape }: Pictures): string {
  const { width, height } = appScreenshotPx[shape]
  const plan = plans[shape]
  const colors = colorsOf(card)
  const { paper, plate, bar } = colors
  const sheet = shape === 'wide' ? plate : paper
  const words = drawTexts(card, plan, colors)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    scene
      ? `<image width="${width}" height="${plan.scene}" preserveAspectRatio="xMidYMid slice" href="${jpeg(scene)}"/>`
      : `<rect width="${width}" height="${plan.scene}" fill="${bar}" fill-opacity=".14"/>`,
    box(plan.sheet, sheet),
    drawFace(card, face, plan.frame, sheet),
    words.textSvg,
    drawRows(card, { ...plan.rows, y: words.end + 28 }, colors),
    plan.bar ? drawBar(plan.bar, colors) : '',
    '</svg>',
  ].join('')
}

function colorsOf(card: Card): Colors {
  const paper = safeColor(card.eCardBackgroundColor, '#fbfaf7')
  const ink = legible(safeColor(card.eCardTextColor, '#201b16'), paper)
  // Mixed toward the text color on dark backgrounds and toward white on light ones, to stay readable.
  const plate = contrast(paper, '#ffffff') > readable ? mix(paper, ink, 0.07) : mix(paper, '#ffffff', 0.5)
  const bar = safeColor(card.eCardContactBackground, '#015570')
  const onBar = legible(safeColor(card.eCardContactColor, '#ffffff'), bar)
  return { paper, ink, bar, onBar, plate, soft: legible(mix(ink, paper), paper), line: mix(ink, paper, 0.85) }
}

const jpeg = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`

const box = ({ x, y, width, height, round }: Plan['sheet'], fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`

function drawFace(card: Card, face: Buffer | null, { x, y, size, round }: Plan['frame'], ground: string): string {
  const rim = size / 24
  const initials = { fullName: card.fullName, iconBackground: card.eCardIconBackground, iconColor: card.eCardIconColor }
  const picture = face ? jpeg(face) : `data:image/svg+xml;base64,${Buffer.from(drawInitials(initials, size)).toString('base64')}`
  return [
    box({ x: x - rim, y: y - rim, width: size + 2 * rim, height: size + 2 * rim, round: round + rim }, ground),
    `<clipPath id="face"><rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${round}"/></clipPath>`,
    `<image clip-path="url(#face)" x="${x}" y="${y}" width="${size}" height="${size}" preserveAspectRatio="xMidYMin slice" href="${picture}"/>`,
  ].join('')
}

function drawTexts(card: Card, { words }: Plan, { ink, soft }: Colors): { textSvg: string; end: number } {
  const texts = [
    { text: card.fullName, sizes: words.isCentered ? [66, 58, 48, 40] : [56, 48, 40], linesMax: 2, fill: ink },
    { text: card.title, sizes: [34, 30], linesMax: 1, fill: ink },
    { text: card.settings.tagLine.show ? card.settings.tagLine.text : '', sizes: [28, 24], linesMax: words.isCentered ? 2 : 1, fill: soft },
    { text: card.companyName, sizes: [28, 24], linesMax: 1, fill: soft },
  ].filter(({ text }) => text.trim())
  let end = words.y
  const textSvg = texts.map(({ text, sizes, linesMax, fill }) => {
    const { size, lines } = fitText(text, { width: words.width, sizes, linesMax })
    const all = lines.map((line, place) => {
      const x = words.isCentered ? words.x + (words.width - textWidth(line, size)) / 2 : words.x
      return drawText(line, { x, y: end + size * (0.82 + place * 1.18), size, fill })
    })
    end += size * 1.18 * lines.length + 16
    return all.join('')
  })
  return { textSvg: textSvg.join(''), end }
}

/** The visible phone numbers and email address, one per row. */
function drawRows(card: Card, { x, y, width, height, max }: Plan['rows'] & { y: number }, { plate, ink, line, bar }: Colors): string {
  const all = [card.phoneNumber, card.officePhoneNumber, card.directPhoneNumber, card.emailAddress].filter((text) => text.trim())
  const rows = all.slice(0, max)
  if (rows.length === 0) return ''
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height * rows.length}" rx="36" fill="${plate}" stroke="${line}" stroke-width="2"/>`,
    ...rows.map((text, place) => {
      const middle = y + height * (place + 0.5)
      const { size, lines } = fitText(text, { width: width - 128, sizes: [32, 28, 24], linesMax: 1 })
      return [
        place > 0 ? `<path stroke="${line}" stroke-width="2" d="M${x} ${y + height * place}h${width}"/>` : '',
        `<circle cx="${x + 52}" cy="${middle}" r="16" fill="${bar}"/>`,
        drawText(lines[0] ?? '', { x: x + 96, y: middle + size * 0.34, size, fill: ink }),
      ].join('')
    }),
  ].join('')
}

/** From lucide-static (ISC): call, message, mail, share. */
const dockSigns = [
  '<path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384"/>',
  '<path d="M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719"/>',
  '<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/>',
  shortcutShapes.share,
] as const

/** The dock's icons only: the image is cached for readers of every language. */
function drawBar({ x, y, width, height }: NonNullable<Plan['bar']>, { bar, onBar }: Colors): string {
  const signs = dockSigns.map((shapes, place) => {
    const at = x + (width * (place + 0.5)) / dockSigns.length - 24
    return `<g transform="translate(${at} ${y + height / 2 - 24}) scale(2)" fill="none" stroke="${onBar}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${shapes}</g>`
  })
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="48" fill="${bar}"/>${signs.join('')}`
}
