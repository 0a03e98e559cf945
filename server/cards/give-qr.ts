import { createHash } from 'node:crypto'
import { qrCode } from '#contract/constants.ts'
import { cardHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { keepDrawn } from '#server/media/keep-drawn.ts'
import { makePixels } from '#server/media/make-pixels.ts'
import { readLogo } from '#server/media/read-logo.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Storage } from '#server/outside/storage.ts'
import { drawQr } from './draw-qr.ts'
import { isSwitchedOff } from './off-policy.ts'
import { readCard } from './read-card.ts'

type Needs = { db: Db; clock: Clock; storage: Storage; settings: { publicUrl: string } }
type Asked = { alias: string; version: string | undefined; format: 'svg' | 'png'; width: number }

/** The code of a card, as a drawing or as a file to keep. The company's logo stands in it where the card may share at its best. */
export async function giveQr(needs: Needs, { alias, version, format, width }: Asked): Promise<Response> {
  const { subject, permissions } = await readCard(needs, alias, version)
  if (isSwitchedOff(subject)) throw problem('card-not-found')
  const showsLogo = has(permissions, 'AdvancedShare') && !subject.settings.QRCode?.hide
  const logo = showsLogo ? await readLogo(needs, subject.id) : null
  const svg = drawQr(needs.settings.publicUrl + cardHref({ alias: subject.alias, version }, 'home'), logo)
  const headers = { 'cache-control': 'public, max-age=600', 'content-type': format === 'svg' ? 'image/svg+xml' : 'image/png' }
  if (format === 'svg') return new Response(svg, { headers })
  const key = `${subject.id}/qr/${createHash('sha256').update(svg).digest('hex').slice(0, 16)}-${width}.png`
  const png = await keepDrawn(needs.storage, key, () => makePixels(svg, 'png', width))
  return new Response(new Uint8Array(png), { headers: { ...headers, 'content-disposition': `attachment; filename="${qrCode.fileName}"` } })
}
