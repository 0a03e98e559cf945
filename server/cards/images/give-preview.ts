import type { Card } from '#contract/cards/cards.ts'
import { previewPx } from '#contract/constants.ts'
import { displayName } from '#contract/display-name.ts'
import { previewVersion } from '#contract/cards/preview-version.ts'
import { has } from '#contract/permissions.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { drawInitials } from '#server/media/drawn/draw-placeholder.ts'
import { keepDrawnOfPictures } from '#server/media/drawn/keep-drawn-of-pictures.ts'
import { makePixels } from '#server/media/reading/make-pixels.ts'
import { readFace } from '#server/media/reading/read-face.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawPreview, type Previewed } from './draw-preview.ts'
import { giveDrawn } from './give-drawn.ts'
import { presentCard } from '../public/present-card.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readWithDefaults } from '../public/read-with-defaults.ts'

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
