import { appIconVersion, shortcutIconPx, type AppIconShape } from '#contract/cards/app-pictures.ts'
import type { Card } from '#contract/cards/cards.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { drawMaskable, drawShortcut, toOpaqueIcon } from '#server/media/drawn/draw-app-icon.ts'
import type { Wanted } from '#server/media/drawn/derive-picture.ts'
import { colour, drawInitials } from '#server/media/drawn/draw-placeholder.ts'
import { keepDrawnOfPictures } from '#server/media/drawn/keep-drawn.ts'
import { makePixels } from '#server/media/reading/make-pixels.ts'
import { readPicture } from '#server/media/read-pictures.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { giveDrawn } from './give-drawn.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { presentCard } from '../public/present-card.ts'
import { readWithDefaults } from '../public/read-card.ts'

type Needs = { db: Db; clock: Clock; storage: Storage; log: Log }
type Asked = { alias: string; shape: AppIconShape; version: string }

/** The card on a home screen: the face, or initials where there is none or the owner does not show it. */
export async function giveAppIcon(needs: Needs, { alias, shape, version }: Asked): Promise<Response> {
  const [read, defaults] = await readWithDefaults(needs, alias)
  if (isSwitchedOff(read.subject)) throw problem('card-not-found')
  const card = presentCard(read, defaults)
  const current = appIconVersion(card)
  const icon = await keepDrawnOfPictures(needs, `${card.id}/icon/${current}-${shape}.png`, (find) =>
    makeIcon(card, shape, (wanted) => find(readPicture(needs, card.id, 'profile', wanted))),
  )
  return giveDrawn(icon, { type: 'image/png', isForEver: version === current })
}

async function makeIcon(card: Card, shape: AppIconShape, faceIn: (wanted: Wanted) => Promise<Buffer | null>): Promise<Buffer> {
  const ground = colour(card.eCardBackgroundColor, '#ffffff')
  if (shape === 'share' || shape === 'qr' || shape === 'contacts') {
    const colours = { bar: colour(card.eCardContactBackground, '#015570'), ink: colour(card.eCardContactColor, '#ffffff') }
    return makePixels(drawShortcut(shape, colours), 'png', shortcutIconPx)
  }
  const size = Number.parseInt(shape, 10)
  const wanted = { width: size, format: 'png', square: { ground } } as const
  const face = card.hideProfileImageOnHomepage ? null : await faceIn(wanted)
  if (!face) return toOpaqueIcon(await makePixels(initialsOf(card, size), 'png', size), { size, ground })
  if (shape !== '512-maskable') return toOpaqueIcon(face, { size, ground })
  return toOpaqueIcon(await makePixels(drawMaskable(face, { size, ground }), 'png', size), { size, ground })
}

const initialsOf = ({ fullName, eCardIconBackground, eCardIconColor }: Card, size: number) =>
  drawInitials({ fullName, iconBackground: eCardIconBackground, iconColor: eCardIconColor }, size)
