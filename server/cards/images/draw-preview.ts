import { previewPx } from '#contract/constants.ts'
import { colour } from '#server/media/drawn/draw-placeholder.ts'
import { drawWords, fitWords } from '#server/media/drawn/draw-words.ts'
import { legible, mix } from '#server/media/drawn/make-legible.ts'

export type Previewed = {
  name: string
  title: string
  company: string
  address: string
  ground: string
  text: string
  accent: string
  /** A square JPEG, or what stands in its place. */
  portrait: { type: 'image/jpeg' | 'image/svg+xml'; bytes: Buffer }
}

const frame = { x: 80, y: 115, size: 400, round: 96 }
const words = { x: 540, width: 580 }

/** How a card looks where its link is pasted: face, name, and what they do, large enough for a phone's chat. */
export function drawPreview({ name, title, company, address, ground, text, accent, portrait }: Previewed): string {
  const { width, height } = previewPx
  const paper = colour(ground, '#fbfaf7')
  const ink = legible(colour(text, '#201b16'), paper)
  const band = colour(accent, '#015570')
  const named = fitWords(name, { width: words.width, sizes: [76, 66, 56, 48], linesMax: 2 })
  const role = fitWords([title, company].filter(Boolean).join(', ') || ' ', { width: words.width, sizes: [34, 30], linesMax: 2 })
  const where = fitWords(address, { width: words.width, sizes: [24, 20], linesMax: 1 })
  const nameHeight = named.lines.length * named.size * 1.12
  const top = height / 2 - (nameHeight + 24 + role.lines.length * role.size * 1.3) / 2

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<rect width="${width}" height="18" fill="${band}"/>`,
    `<clipPath id="frame"><rect x="${frame.x}" y="${frame.y}" width="${frame.size}" height="${frame.size}" rx="${frame.round}"/></clipPath>`,
    `<image clip-path="url(#frame)" x="${frame.x}" y="${frame.y}" width="${frame.size}" height="${frame.size}" preserveAspectRatio="xMidYMin slice" href="data:${portrait.type};base64,${portrait.bytes.toString('base64')}"/>`,
    ...named.lines.map((line, place) =>
      drawWords(line, { x: words.x, y: top + named.size * (0.82 + place * 1.12), size: named.size, fill: ink }),
    ),
    ...role.lines.map((line, place) =>
      drawWords(line, {
        x: words.x,
        y: top + nameHeight + 24 + role.size * (0.82 + place * 1.3),
        size: role.size,
        fill: legible(mix(ink, paper), paper),
      }),
    ),
    drawWords(where.lines[0] ?? '', { x: words.x, y: height - 64, size: where.size, fill: legible(band, paper) }),
    '</svg>',
  ].join('')
}
