import { requestLanguage } from '#common/request-language.ts'
import { sidePages } from '#contract/pages.ts'
import { drawPage, withCookies, type Asked, type PageDeps } from './draw-page.ts'
import { cachedResponse } from '../cache/cached-response.ts'
import { pageAddress, pageKey, pageUrl } from './page-address.ts'
import { withinPageLimits } from './within-page-limits.ts'

/** A page with a form that is sealed for whoever asked: nobody else is given it, not even who asks at the same moment. */
const madeForOne = new RegExp(`/(${sidePages.letsConnect}|${sidePages.report})(\\.data)?/?$`)

/** A page of the web build: kept for every visitor, made anew for who is signed in. */
export async function answerPage(deps: PageDeps, request: Request, asked: Asked): Promise<Response> {
  const url = pageUrl(request)
  const { address, tail } = pageAddress(url.pathname + url.search)
  // The same answer is kept for GET and HEAD, so it is always rendered as a GET.
  const plain = new Request(deps.publicUrl + address, { headers: request.headers })
  const draw = () => drawPage(deps, plain, asked)
  if (asked.caller.kind === 'visitor' && !madeForOne.test(url.pathname)) {
    const key = pageKey(requestLanguage(request), request.headers.get('user-agent'), address)
    // Limits come before others join in: they wait for the page, not for who is refused.
    const keep = async () => ({ answer: await deps.cache.make(key, draw) })
    const ready = deps.cache.get(key)
    const { answer } = ready ? { answer: ready } : await withinPageLimits(deps, url, asked, keep)
    return carryTail(cachedResponse(answer, request), tail)
  }
  const { answer, cookies } = await withinPageLimits(deps, url, asked, draw)
  return withCookies(carryTail(cachedResponse(answer, request), tail), cookies)
}

/**
 * The cached visitor's page, for a request whose session cannot be read while the database is unavailable. Null where none is
 * cached, or where it redirects, as an owner's page redirects visitors to the login.
 */
export async function answerFromMemory(deps: PageDeps, request: Request, away: unknown): Promise<Response | null> {
  const url = pageUrl(request)
  if (madeForOne.test(url.pathname)) return null
  const { address, tail } = pageAddress(url.pathname + url.search)
  const key = pageKey(requestLanguage(request), request.headers.get('user-agent'), address)
  const answer = await deps.cache.make(key, () => Promise.reject(away)).catch(() => null)
  return answer?.status === 200 ? carryTail(cachedResponse(answer, request), tail) : null
}

/** Adds query parameters that no page reads to a redirect on this site; on one to the login, to the address it returns to. */
function carryTail(response: Response, tail: string): Response {
  const location = response.headers.get('location')
  if (!location?.startsWith('/') || tail === '') return response
  const [path = '', query = ''] = location.split(/[?#]/)
  const words = new URLSearchParams(location.includes('?') ? query : '')
  const back = ['from', 'returnUrl'].find((name) => words.has(name))
  if (back) words.set(back, withTail(words.get(back) ?? '', tail))
  const headers = new Headers(response.headers)
  headers.set('location', back ? `${path}?${words}` : withTail(location, tail))
  headers.delete('etag')
  return new Response(response.body, { status: response.status, headers })
}

function withTail(address: string, tail: string): string {
  const [path = '', hash] = address.split('#')
  return `${path}${path.includes('?') ? '&' : '?'}${tail}${hash === undefined ? '' : `#${hash}`}`
}
