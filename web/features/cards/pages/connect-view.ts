import { cardHref } from '#contract/pages.ts'
import type { OpenCard } from '../frame/frame-view.ts'
import { shortName } from '#contract/cards/service-names.ts'
import { parseLink } from '#common/text/web-link.ts'
import { glyphOf, type Glyph } from '../services/service-glyph.ts'
import { clickName } from './click-name.ts'
import { linkedServices } from '../services/services.ts'
import { readablePhone } from './phone-links.ts'

export type ConnectRow = {
  id: number
  name: string
  click: string
  href: string
  handle: string
  glyph: Glyph
  storedShort: string
  /** WhatsApp is a sharing target, not something to share. */
  isShared: boolean
}

export type ConnectView = { cardHref: string; rows: ConnectRow[] }

/** The services to follow a person on, in the owner's order. */
export function connectView({ services, address }: Pick<OpenCard, 'services' | 'address'>): ConnectView {
  const rows = linkedServices(services, 'connect').map(({ gradeServiceId, serviceName, href, shortLink }, _, all) => ({
    id: gradeServiceId,
    name: shortName(serviceName, all),
    click: clickName(serviceName),
    href,
    handle: handleOf(href),
    glyph: glyphOf(serviceName),
    storedShort: shortLink,
    isShared: serviceName.toLowerCase() !== 'whatsapp',
  }))
  return { cardHref: cardHref(address, 'home'), rows }
}

/** Services with @handles. */
const atSites = /(^|\.)(instagram|tiktok|twitter|x|threads|pinterest)\.com$/
const lengthMax = 48

/** The handle in a service's link, or else the site's name. */
export function handleOf(link: string): string {
  const url = parseLink(link)
  if (!url) return ''
  if (!/^https?:$/.test(url.protocol)) return readablePhone(decoded(url.pathname))
  const host = url.host.replace(/^(www|m)\./, '')
  const parts = url.pathname.split('/').map(decoded).filter(Boolean)
  const [first = '', second = ''] = parts
  const last = parts.at(-1) ?? ''

  if (/(^|\.)(wa\.me|whatsapp\.com)$/.test(host)) return phoneIn(first, url.searchParams.get('phone')) ?? host
  if (atSites.test(host)) return isName(first) && parts.length === 1 ? `@${first.replace(/^@/, '')}` : host
  if (first.startsWith('@') && isName(first)) return first
  if (/(^|\.)linkedin\.com$/.test(host)) return second && isName(second) ? `${first}/${second}` : host
  return parts.length > 0 && isName(last) ? last : host
}

/** A chosen handle; not a page name, a number or a file name. */
const isName = (word: string) =>
  word.length <= lengthMax && /\p{L}/u.test(word) && !/\.(html?|php|aspx?)$|[?=&]|^(profile|reviews?|biz|index|p|u)$/i.test(word)

function phoneIn(...candidates: (string | null)[]): string | null {
  const digits = candidates.find((text) => text && /^\+?\d{6,15}$/.test(text))?.replace('+', '')
  if (!digits) return null
  const readable = readablePhone(digits)
  return readable === digits ? `+${digits}` : readable
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
