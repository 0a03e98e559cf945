import { requestLanguage, withoutChosenLanguage } from '#common/request-language.ts'
import { sidePages } from '#contract/pages.ts'
import { renderPage, withCookies, type PageContext, type PageDeps } from './render-page.ts'
import { cachedResponse } from '../cache/cached-response.ts'
import { knownPageHeaders, readPageHeaders } from './card-language.ts'
import { pageAddress, pageKey, pageUrl } from './page-address.ts'
import { withinPageLimits } from './within-page-limits.ts'

/** Pages whose form is sealed for one visitor: never cached, never shared with a concurrent request. */
const uncachedPage = new RegExp(`/(${sidePages.letsConnect}|${sidePages.report})(\\.data)?/?$`)

/** A page of the web build: cached for visitors, rendered on each request for owners. */
export async function answerPage(deps: PageDeps, request: Request, context: PageContext): Promise<Response> {
  const url = pageUrl(request)
  const { address, tail } = pageAddress(url.pathname + url.search)
  const known = knownPageHeaders(deps, url, request)
  const findHeaders = async () => known ?? (await readPageHeaders(deps, url, request, context))
  // GET and HEAD share one cache entry, so the page is always rendered as a GET.
  const renderFor = (headers: Headers) => renderPage(deps, new Request(deps.publicUrl + address, { headers }), context)
  if (context.caller.kind === 'visitor' && !uncachedPage.test(url.pathname)) {
    const keyFor = (headers: Headers) => pageKey(requestLanguage({ headers }), request.headers.get('user-agent'), address)
    // Check limits before joining a render in flight, so that no one waits for a caller over the limit.
    const makeCached = async () => {
      const headers = await findHeaders()
      return { answer: await deps.cache.make(keyFor(headers), () => renderFor(headers)) }
    }
    const ready = known && deps.cache.get(keyFor(known))
    const { answer } = ready ? { answer: ready } : await withinPageLimits(deps, url, context, makeCached)
    return carryTail(await cachedResponse(answer, request), tail)
  }
  const render = async () => renderFor(await findHeaders())
  const { answer, cookies } = await withinPageLimits(deps, url, context, render)
  return withCookies(carryTail(await cachedResponse(answer, request), tail), cookies)
}

/**
 * The cached visitor's page, for a request whose session cannot be read while the database is unavailable. Null where none is
 * cached, or where it redirects, as an owner's page redirects visitors to the login.
 */
export async function answerFromMemory(deps: PageDeps, request: Request, away: unknown): Promise<Response | null> {
  const url = pageUrl(request)
  if (uncachedPage.test(url.pathname)) return null
  const { address, tail } = pageAddress(url.pathname + url.search)
  const known = knownPageHeaders(deps, url, request)
  for (const headers of known ? [known] : [request.headers, withoutChosenLanguage(request.headers)]) {
    const key = pageKey(requestLanguage({ headers }), request.headers.get('user-agent'), address)
    const answer = await deps.cache.make(key, () => Promise.reject(away)).catch(() => null)
    if (answer?.status === 200) return carryTail(await cachedResponse(answer, request), tail)
  }
  return null
}

/** Adds query parameters that no page reads to a redirect on this site; on one to the login, to the address it returns to. */
function carryTail(response: Response, tail: string): Response {
  const location = response.headers.get('location')
  if (!location?.startsWith('/') || tail === '') return response
  const [path = '', query = ''] = location.split(/[?#]/)
  const params = new URLSearchParams(location.includes('?') ? query : '')
  const back = ['from', 'returnUrl'].find((name) => params.has(name))
  if (back) params.set(back, withTail(params.get(back) ?? '', tail))
  const headers = new Headers(response.headers)
  headers.set('location', back ? `${path}?${params}` : withTail(location, tail))
  headers.delete('etag')
  return new Response(response.body, { status: response.status, headers })
}

function withTail(address: string, tail: string): string {
  const [path = '', hash] = address.split('#')
  return `${path}${path.includes('?') ? '&' : '?'}${tail}${hash === undefined ? '' : `#${hash}`}`
}
