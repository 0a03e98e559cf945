import type { Card } from '#contract/cards/cards.ts'
import { previewPx } from '#contract/constants.ts'
import { displayName } from '#common/text/display-name.ts'
import { previewVersion } from '#common/preview-version.ts'
import { has } from '#contract/permissions.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { problem } from '#server/http/problems/problem.ts'
import { safeColor, drawInitials } from '#server/media/rendered/draw-placeholder.ts'
import { renderFromPictures } from '#server/media/rendered/render-cache.ts'
import { rasterize } from '#server/media/processing/rasterize-svg.ts'
import { readFace } from '#server/media/processing/read-face.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawText, fitText } from '#server/media/rendered/draw-text.ts'
import { legible, mix } from '#server/media/rendered/adjust-contrast.ts'
import { serveRendered } from './serve-rendered.ts'
import { presentCard } from '../public/present-card.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readCardWithDefaults } from '../public/read-card.ts'

type Deps = PlanReader & { storage: Storage; log: Log; settings: { publicUrl: string } }

/** The image of link previews. Its address contains the card's revision, because chat apps cache images for days. */
export async function servePreview(deps: Deps, alias: string, version: string): Promise<Response> {
  const [read, defaults] = await readCardWithDefaults(deps, alias)
  if (isSwitchedOff(read.subject) || !has(read.permissions, 'Home')) throw problem('card-not-found')
  const card = presentCard(read, defaults)
  const current = previewVersion(card)
  const preview = await renderFromPictures(deps, `${card.id}/preview/${current}.jpg`, async (find) => {
    const face = card.hideProfileImageOnHomepage ? null : await find(readFace(deps, card.id))
    return rasterize(drawPreview(previewed(card, face, deps.settings.publicUrl)), 'jpeg', previewPx.width)
  })
  return serveRendered(preview, { type: 'image/jpeg', isImmutable: version === current })
}

function previewed(card: Card, face: Buffer | null, publicUrl: string): PreviewState {
  const initials = { fullName: card.fullName, iconBackground: card.eCardIconBackground, iconColor: card.eCardIconColor }
  return {
    name: displayName(card),
    title: card.title,
    company: card.fullName ? card.companyName : '',
    address: `${publicUrl.replace(/^https?:\/\//, '')}/${card.alias}`,
    ground: card.eCardBackgroundColor,
    text: card.eCardTextColor,
    accent: card.eCardContactBackground,
    portrait: face ? { type: 'image/jpeg', bytes: face } : { type: 'image/svg+xml', bytes: Buffer.from(drawInitials(initials, 400)) },
  }
}

type PreviewState = {
  name: string
  title: string
  company: string
  address: string
  ground: string
  text: string
  accent: string
  /** A square JPEG, or a placeholder. */
  portrait: { type: 'image/jpeg' | 'image/svg+xml'; bytes: Buffer }
}

const frame = { x: 80, y: 115, size: 400, round: 96 }
const textBox = { x: 540, width: 580 }

/** Draws the link preview: face, name and role, large enough for a chat on a phone. */
function drawPreview({ name, title, company, address, ground, text, accent, portrait }: PreviewState): string {
  const { width, height } = previewPx
  const paper = safeColor(ground, '#fbfaf7')
  const ink = legible(safeColor(text, '#201b16'), paper)
  const band = safeColor(accent, '#015570')
  const named = fitText(name, { width: textBox.width, sizes: [76, 66, 56, 48], linesMax: 2 })
  const role = fitText([title, company].filter(Boolean).join(', ') || ' ', { width: textBox.width, sizes: [34, 30], linesMax: 2 })
  const where = fitText(address, { width: textBox.width, sizes: [24, 20], linesMax: 1 })
  const nameHeight = named.lines.length * named.size * 1.12
  const top = height / 2 - (nameHeight + 24 + role.lines.length * role.size * 1.3) / 2

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<rect width="${width}" height="18" fill="${band}"/>`,
    `<clipPath id="frame"><rect x="${frame.x}" y="${frame.y}" width="${frame.size}" height="${frame.size}" rx="${frame.round}"/></clipPath>`,
    `<image clip-path="url(#frame)" x="${frame.x}" y="${frame.y}" width="${frame.size}" height="${frame.size}" preserveAspectRatio="xMidYMin slice" href="data:${portrait.type};base64,${portrait.bytes.toString('base64')}"/>`,
    ...named.lines.map((line, place) =>
      drawText(line, { x: textBox.x, y: top + named.size * (0.82 + place * 1.12), size: named.size, fill: ink }),
    ),
    ...role.lines.map((line, place) =>
      drawText(line, {
        x: textBox.x,
        y: top + nameHeight + 24 + role.size * (0.82 + place * 1.3),
        size: role.size,
        fill: legible(mix(ink, paper), paper),
      }),
    ),
    drawText(where.lines[0] ?? '', { x: textBox.x, y: height - 64, size: where.size, fill: legible(band, paper) }),
    '</svg>',
  ].join('')
}
