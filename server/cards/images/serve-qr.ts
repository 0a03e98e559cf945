import { createHash } from 'node:crypto'
import { qrCode } from '#contract/constants.ts'
import { cardHref, sideHref, withSource } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { problem } from '#server/http/problems/problem.ts'
import { renderOnce } from '#server/media/rendered/render-cache.ts'
import { rasterize } from '#server/media/processing/rasterize-svg.ts'
import { readLogo } from '#server/media/processing/read-logo.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawQr } from './draw-qr.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readCard } from '../public/read-card.ts'

type Deps = PlanReader & { storage: Storage; settings: { publicUrl: string } }
type Options = { alias: string; version: string | undefined; format: 'svg' | 'png'; width: number }

/** A card's QR code, as SVG or as a PNG download, with the company's logo if the card has Advanced Share. */
export async function serveQr(deps: Deps, { alias, version, format, width }: Options): Promise<Response> {
  const { svg, subjectId } = await drawCode(deps, { alias, version }, (own) => withSource(cardHref({ alias: own, version }, 'home'), 'qr'))
  if (format === 'svg') return svgResponse(svg)
  const key = `${subjectId}/qr/${createHash('sha256').update(svg).digest('hex').slice(0, 16)}-${width}.png`
  const png = await renderOnce(deps, key, () => rasterize(svg, 'png', width))
  return new Response(new Uint8Array(png), {
    headers: {
      ...shortCache,
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="${qrCode.fileName}"`,
      // Emails in webmail embed it.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

/** A QR code that opens the install page on another phone. */
export async function serveInstallQr(deps: Deps, alias: string): Promise<Response> {
  const { svg } = await drawCode(deps, { alias, version: undefined }, (own) => sideHref(own, 'install'))
  return svgResponse(svg)
}

async function drawCode(deps: Deps, { alias, version }: Pick<Options, 'alias' | 'version'>, leadsTo: (alias: string) => string) {
  const { subject, permissions } = await readCard(deps, alias, version)
  if (isSwitchedOff(subject)) throw problem('card-not-found')
  const showsLogo = has(permissions, 'AdvancedShare') && !subject.settings.QRCode?.hide
  const logo = showsLogo ? await readLogo(deps, subject.id).catch(nullIfUnavailable) : null
  return { svg: drawQr(deps.settings.publicUrl + leadsTo(subject.alias), logo), subjectId: subject.id }
}

const shortCache = { 'cache-control': 'public, max-age=600' }
const svgResponse = (svg: string) => new Response(svg, { headers: { ...shortCache, 'content-type': 'image/svg+xml; charset=utf-8' } })
