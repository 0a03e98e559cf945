import { createHash } from 'node:crypto'
import { qrCode } from '#contract/constants.ts'
import { cardHref, sideHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { keepDrawn } from '#server/media/drawn/keep-drawn.ts'
import { makePixels } from '#server/media/reading/make-pixels.ts'
import { readLogo } from '#server/media/reading/read-logo.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawQr } from './draw-qr.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readCard } from '../public/read-card.ts'

type Needs = { db: Db; clock: Clock; storage: Storage; settings: { publicUrl: string } }
type Asked = { alias: string; version: string | undefined; format: 'svg' | 'png'; width: number }

/** The code of a card, as a drawing or as a file to keep. The company's logo stands in it where the card may share at its best. */
export async function giveQr(needs: Needs, { alias, version, format, width }: Asked): Promise<Response> {
  const { svg, subjectId } = await drawCode(needs, { alias, version }, (own) => cardHref({ alias: own, version }, 'home'))
  if (format === 'svg') return asDrawing(svg)
  const key = `${subjectId}/qr/${createHash('sha256').update(svg).digest('hex').slice(0, 16)}-${width}.png`
  const png = await keepDrawn(needs.storage, key, () => makePixels(svg, 'png', width))
  return new Response(new Uint8Array(png), {
    headers: {
      ...briefly,
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="${qrCode.fileName}"`,
      // Mail that is read on other sites shows it.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

/** Another phone's way to the page that says how the card is installed. */
export async function giveInstallQr(needs: Needs, alias: string): Promise<Response> {
  const { svg } = await drawCode(needs, { alias, version: undefined }, (own) => sideHref(own, 'install'))
  return asDrawing(svg)
}

async function drawCode(needs: Needs, { alias, version }: Pick<Asked, 'alias' | 'version'>, leadsTo: (alias: string) => string) {
  const { subject, permissions } = await readCard(needs, alias, version)
  if (isSwitchedOff(subject)) throw problem('card-not-found')
  const showsLogo = has(permissions, 'AdvancedShare') && !subject.settings.QRCode?.hide
  const logo = showsLogo ? await readLogo(needs, subject.id).catch(nullIfAway) : null
  return { svg: drawQr(needs.settings.publicUrl + leadsTo(subject.alias), logo), subjectId: subject.id }
}

const briefly = { 'cache-control': 'public, max-age=600' }
const asDrawing = (svg: string) => new Response(svg, { headers: { ...briefly, 'content-type': 'image/svg+xml; charset=utf-8' } })
