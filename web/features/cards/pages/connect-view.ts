import { cardHref } from '#contract/pages.ts'
import { safeLink } from '../../../ui/safe-link.ts'
import type { OpenCard } from '../frame/frame-view.ts'
import { shortName } from '#contract/cards/service-names.ts'
import { glyphOf, type Glyph } from '../services/service-glyph.ts'
import { handleOf } from '../services/service-handle.ts'
import { clickName } from './click-name.ts'
import { servicesFor } from '../services/services.ts'

export type ConnectRow = {
  id: number
  name: string
  click: string
  href: string
  handle: string
  glyph: Glyph
  storedShort: string
  /** Whatsapp is where one shares to, not what one shares. */
  isShared: boolean
}

export type ConnectView = { cardHref: string; rows: ConnectRow[] }

/** The places to follow a person at, in the owner's order. */
export function connectView({ services, address }: Pick<OpenCard, 'services' | 'address'>): ConnectView {
  const rows = servicesFor(services, 'connect').flatMap(({ gradeServiceId, serviceName, directLink, shortLink }) => {
    const href = safeLink(directLink)
    if (!href) return []
    return {
      id: gradeServiceId,
      name: shortName(serviceName),
      click: clickName(serviceName),
      href,
      handle: handleOf(href),
      glyph: glyphOf(serviceName),
      storedShort: shortLink,
      isShared: serviceName.toLowerCase() !== 'whatsapp',
    }
  })
  return { cardHref: cardHref(address, 'home'), rows }
}
