import { webLink } from '#common/text/web-link.ts'

type ServiceHosts = { name: string; hosts: readonly string[] }

const facebook = ['facebook.com', 'fb.com', 'fb.me', 'messenger.com', 'm.me']
const google = ['google.*', 'g.page', 'goo.gl', 'g.co', 'share.google', 'business.site']

/** The hosts of each catalog service, by its number. `.*` is any country's ending. A service without a row may be on any host. */
export const serviceHosts: Readonly<Record<number, ServiceHosts>> = {
  1: { name: 'Google', hosts: google },
  3: { name: 'Google', hosts: google },
  4: { name: 'Facebook', hosts: facebook },
  5: { name: 'Facebook', hosts: facebook },
  6: { name: 'Instagram', hosts: ['instagram.com', 'instagr.am', 'ig.me'] },
  7: { name: 'LinkedIn', hosts: ['linkedin.com', 'lnkd.in'] },
  8: { name: 'X', hosts: ['x.com', 'twitter.com'] },
  9: { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  10: { name: 'Pinterest', hosts: ['pinterest.*', 'pin.it'] },
  11: { name: 'Zillow', hosts: ['zillow.com'] },
  12: { name: 'Trulia', hosts: ['trulia.com'] },
  13: { name: 'Realtor', hosts: ['realtor.com', 'realtor.ca'] },
  14: { name: 'StreetEasy', hosts: ['streeteasy.com'] },
  16: { name: 'Homes', hosts: ['homes.com'] },
  17: { name: 'Vimeo', hosts: ['vimeo.com'] },
  18: { name: 'Relola', hosts: ['relola.com'] },
  19: { name: 'ActiveRain', hosts: ['activerain.com'] },
  20: { name: 'Yelp', hosts: ['yelp.*'] },
  21: { name: 'Nextdoor', hosts: ['nextdoor.*'] },
  22: { name: 'HomeLight', hosts: ['homelight.com'] },
  23: { name: 'Alignable', hosts: ['alignable.com'] },
  26: { name: 'WhatsApp', hosts: ['wa.me', 'whatsapp.com'] },
  28: { name: '55places', hosts: ['55places.com'] },
  31: { name: 'LoopNet', hosts: ['loopnet.com', 'loopnet.ca'] },
  33: { name: 'Better Business Bureau', hosts: ['bbb.org'] },
  34: { name: 'RateMyAgent', hosts: ['ratemyagent.*'] },
  35: { name: 'TikTok', hosts: ['tiktok.com'] },
}

export const whatsapp = 26
const facebookProfile = 4
const facebookPage = 5
const googleSearch = 1
const googleBusiness = 3

/** True if the host is one of these or a subdomain of one. */
export function isAmong(hosts: readonly string[], host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return hosts.some((known) => {
    if (!known.endsWith('.*')) return name === known || name.endsWith(`.${known}`)
    // A country's ending: .ca, .com, .co.uk, .com.au.
    const stem = known.slice(0, -2)
    return new RegExp(`(^|\\.)${stem}\\.(com|net|[a-z]{2}|(com|co)\\.[a-z]{2})$`).test(name)
  })
}

/** The service that a pasted address belongs to, by its host; null if it is unknown. */
export function recognizeService(url: URL | string): number | null {
  const at = typeof url === 'string' ? webAddress(url) : url
  if (!at || !/^https?:$/.test(at.protocol)) return null
  if (isAmong(google, at.hostname)) return googleKind(at)
  if (isAmong(facebook, at.hostname)) return /^\/(profile\.php|people\/)/.test(at.pathname) ? facebookProfile : facebookPage
  const found = Object.entries(serviceHosts).find(([, { hosts }]) => isAmong(hosts, at.hostname))
  return found ? Number(found[0]) : null
}

/** Google hosts many products; only map places and searches are services. */
function googleKind({ hostname, pathname }: URL): number | null {
  if (!isAmong(['google.*'], hostname)) return googleBusiness
  if (/^(maps|business|search)\./.test(hostname) || /^\/(maps|local)/.test(pathname)) return googleBusiness
  return pathname === '/search' ? googleSearch : null
}

function webAddress(typed: string): URL | null {
  const link = webLink(typed)
  return link ? new URL(link) : null
}
