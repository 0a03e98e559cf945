import { appIconVersion, shortcutIconPx, type AppIconShape } from '#contract/cards/app-pictures.ts'
import type { Card } from '#contract/cards/cards.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { problem } from '#server/http/problems/problem.ts'
import { drawMaskable, drawShortcut, toOpaqueIcon } from '#server/media/rendered/draw-app-icon.ts'
import type { RequestedSize } from '#server/media/rendered/resize-picture.ts'
import { safeColor, drawInitials } from '#server/media/rendered/draw-placeholder.ts'
import { renderFromPictures } from '#server/media/rendered/render-cache.ts'
import { rasterize } from '#server/media/processing/rasterize-svg.ts'
import { readPicture } from '#server/media/read-pictures.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { serveRendered } from './serve-rendered.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { presentCard } from '../public/present-card.ts'
import { readCardWithDefaults } from '../public/read-card.ts'

type Deps = PlanReader & { storage: Storage; log: Log }
type Options = { alias: string; shape: AppIconShape; version: string }

/** The home screen icon: the profile photo, or the initials if there is none or it's hidden. */
export async function serveAppIcon(deps: Deps, { alias, shape, version }: Options): Promise<Response> {
  const [read, defaults] = await readCardWithDefaults(deps, alias)
  if (isSwitchedOff(read.subject)) throw problem('card-not-found')
  const card = presentCard(read, defaults)
  const current = appIconVersion(card)
  const icon = await renderFromPictures(deps, `${card.id}/icon/${current}-${shape}.png`, (find) =>
    makeIcon(card, shape, (rendition) => find(readPicture(deps, card.id, 'profile', rendition))),
  )
  return serveRendered(icon, { type: 'image/png', isImmutable: version === current })
}

async function makeIcon(card: Card, shape: AppIconShape, faceIn: (rendition: RequestedSize) => Promise<Buffer | null>): Promise<Buffer> {
  const ground = safeColor(card.eCardBackgroundColor, '#ffffff')
  if (shape === 'share' || shape === 'qr' || shape === 'contacts') {
    const colors = { bar: safeColor(card.eCardContactBackground, '#015570'), ink: safeColor(card.eCardContactColor, '#ffffff') }
    return rasterize(drawShortcut(shape, colors), 'png', shortcutIconPx)
  }
  const size = Number.parseInt(shape, 10)
  const rendition = { width: size, format: 'png', square: { ground } } as const
  const face = card.hideProfileImageOnHomepage ? null : await faceIn(rendition)
  if (!face) return toOpaqueIcon(await rasterize(initialsOf(card, size), 'png', size), { size, ground })
  if (shape !== '512-maskable') return toOpaqueIcon(face, { size, ground })
  return toOpaqueIcon(await rasterize(drawMaskable(face, { size, ground }), 'png', size), { size, ground })
}

const initialsOf = ({ fullName, eCardIconBackground, eCardIconColor }: Card, size: number) =>
  drawInitials({ fullName, iconBackground: eCardIconBackground, iconColor: eCardIconColor }, size)
