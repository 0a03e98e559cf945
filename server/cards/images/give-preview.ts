import type { Card } from '#contract/cards/cards.ts'
import { previewPx } from '#contract/constants.ts'
import { displayName } from '#contract/text/display-name.ts'
import { previewVersion } from '#contract/cards/preview-version.ts'
import { has } from '#contract/permissions.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { colour, drawInitials } from '#server/media/drawn/draw-placeholder.ts'
import { keepDrawnOfPictures } from '#server/media/drawn/keep-drawn.ts'
import { makePixels } from '#server/media/reading/make-pixels.ts'
import { readFace } from '#server/media/reading/read-face.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawWords, fitWords } from '#server/media/drawn/draw-words.ts'
import { legible, mix } from '#server/media/drawn/make-legible.ts'
import { giveDrawn } from './give-drawn.ts'
import { presentCard } from '../public/present-card.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readWithDefaults } from '../public/read-card.ts'

type Needs = { db: Db; clock: Clock; storage: Storage; log: Log; settings: { publicUrl: string } }

/** The picture a link to the card is shown with. Its address carries the card's revision, because chats keep pictures for days. */
export async function givePreview(needs: Needs, alias: string, version: string): Promise<Response> {
  const [read, defaults] = await readWithDefaults(needs, alias)
  if (isSwitchedOff(read.subject) || !has(read.permissions, 'Home')) throw problem('card-not-found')
  const card = presentCard(read, defaults)
  const current = previewVersion(card)
  const preview = await keepDrawnOfPictures(needs, `${card.id}/preview/${current}.jpg`, async (find) => {
    const face = card.hideProfileImageOnHomepage ? null : await find(readFace(needs, card.id))
    return makePixels(drawPreview(previewed(card, face, needs.settings.publicUrl)), 'jpeg', previewPx.width)
  })
  return giveDrawn(preview, { type: 'image/jpeg', isForEver: version === current })
}

function previewed(card: Card, face: Buffer | null, publicUrl: string): Previewed {
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

type Previewed = {
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
function drawPreview({ name, title, company, address, ground, text, accent, portrait }: Previewed): string {
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
