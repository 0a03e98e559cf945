import { problem } from '../problems/problem.ts'

/** A custom header cannot be sent from a foreign site without asking first, and we never say yes. */
export function refuseForgery(request: Request) {
  if (request.headers.get('x-csrf') !== '1') throw problem('csrf-header-missing')
  refuseForeign(request)
}

/** A form or a link of another site. Browsers that say where a request began are believed; older ones name the origin. */
export function refuseForeign({ headers, url }: Request) {
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = headers.get('origin')
  if (site || (origin && !isOurs(origin, url))) throw problem('not-allowed')
}

/** By host: a proxy may have taken the TLS off before us. */
function isOurs(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}
