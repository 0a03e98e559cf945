import type { Endpoint } from '#contract/endpoint.ts'
import { problem } from '../problems/problem.ts'

/** With a session cookie, which browsers add to requests of other sites too; a key is never added by itself. */
export const mustHaveCsrf = ({ access, sameOriginOnly, isLink }: Endpoint) =>
  !isLink && (access === 'owner' || access === 'admin' || sameOriginOnly === true)

/** Another site cannot send a custom header without a CORS preflight, which this server never allows. */
export function checkCsrf(request: Request) {
  if (request.headers.get('x-csrf') !== '1') throw problem('csrf-header-missing')
  checkOrigin(request)
}

/** Rejects a form or link from another site, by Sec-Fetch-Site or, from older browsers, by Origin. */
export function checkOrigin({ headers, url }: Request) {
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = headers.get('origin')
  if (site || (origin && !isSameHost(origin, url))) throw problem('not-allowed')
}

/** Compares hosts only: a proxy may have ended TLS. */
function isSameHost(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}
