import type { Api } from '#contract/api.ts'
import { isPreviewAddress } from '#contract/cards/preview.ts'
import { pageKindOf } from '#common/page-kind.ts'
import type { Change } from '#server/database/changes/changes.ts'
import type { Log } from '#server/integrations/log.ts'
import { apiInProcess, type Gate } from '../calls/api-in-process.ts'
import type { Answer, AnswerCache } from '../cache/answer-cache.ts'
import { asProblem } from '../problems/as-problem.ts'
import { problem, problemResponse } from '../problems/problem.ts'
import { isGuess, type GuessDeps } from '../limits/card-guesses.ts'
import { baseHeaders } from '../security/headers.ts'
import type { Caller, CallerOf, Handlers } from '../calls/mount.ts'
import type { PageBuild } from './page-build.ts'
import { mergeScripts } from './merge-scripts.ts'
import { omitDesktopStyles } from './omit-desktop-styles.ts'
import { isCacheableQuery } from './page-address.ts'
import type { LargeBodies } from '../limits/large-bodies.ts'
import type { KnownOf } from '../limits/limit-calls.ts'
import { sealPage, type ExternalOrigins } from '../security/seal-page.ts'

export type PageDeps = GuessDeps & {
  slowBodyMs: number
  largeBodies: LargeBodies
  handlers: Handlers
  cache: AnswerCache
  pages: PageBuild
  log: Log
  publicUrl: string
  externalOrigins: ExternalOrigins
  callerOf: CallerOf
  knownOf: KnownOf
}
/** `dependsOn` lets a page without calls be cached. */
export type PageContext = { caller: Caller; requestId: string; visitor: string; dependsOn?: Change }

/** Renders a page of the web build, with its security policy, its cache dependencies and the cookies its calls set. */
export async function renderPage(
  { handlers, pages, log, externalOrigins }: PageDeps,
  request: Request,
  { caller, requestId, visitor, dependsOn: known }: PageContext,
  gate?: Gate,
) {
  const dependsOn = new Set<Change>(known ? [known] : [])
  let shortestMs = Infinity
  const cookies: string[] = []
  const traces = {
    dependsOn(change: Change, forMs = Infinity) {
      dependsOn.add(change)
      shortestMs = Math.min(shortestMs, forMs)
    },
    setCookie: (text: string) => void cookies.push(text),
  }
  const api = trackErrors(apiInProcess({ handlers, request, caller, visitor, ...traces }, gate))
  const { response, failures } = await pages.render(request, api.tracked)
  const isFramed = isPreviewAddress(new URL(request.url))
  // An owner's phone may be connected to a large screen.
  const isForPhone = caller.kind === 'visitor' && pageKindOf(request.headers.get('user-agent')) === 'phone'
  const { headers, body } = sealed(response, await response.arrayBuffer(), { ...externalOrigins, isFramed, isForPhone })
  const isPrivate = caller.kind !== 'visitor' || request.method === 'POST'
  if (isPrivate) headers['cache-control'] = 'no-store'
  const answer: Answer = { status: response.status, headers, body, isGuess: api.isGuessed() }
  // An error page is never cached.
  if (response.status >= 500) return { answer: await asFailed(answer, failures), dependsOn: new Set<Change>(), forMs: 0, cookies }
  // Missing pages and pages with arbitrary query strings are unlimited in number, so they are not cached.
  const isOneOfMany = response.status >= 400 || api.isGuessed() || !isCacheableQuery(new URL(request.url))
  return {
    answer,
    dependsOn: isOneOfMany || isPrivate ? new Set<Change>() : dependsOn,
    forMs: api.hasFailed() ? Math.min(shortestMs, incompleteMs) : shortestMs,
    cookies,
  }

  async function asFailed(failed: Answer, causes: readonly unknown[]): Promise<Answer> {
    const known = causes.map(asProblem)
    for (const [index, error] of causes.entries()) if (!known[index]) log.error('unexpected', { id: requestId, place: 'page', error })
    const retryable = known.includes(null) ? undefined : known.find((cause) => cause?.retryAfterSeconds !== undefined)
    // The router has plain text for a route without a page, such as a manifest.
    if (failed.headers['content-type']?.startsWith('text/plain')) {
      const response = problemResponse(retryable ?? problem('unexpected'), requestId)
      const { status } = response
      const headers = { ...failed.headers, ...Object.fromEntries(response.headers) }
      return { ...failed, status, headers, body: Buffer.from(await response.arrayBuffer()) }
    }
    if (!retryable) return failed
    return {
      ...failed,
      status: retryable.problem.status,
      headers: { ...failed.headers, 'retry-after': String(retryable.retryAfterSeconds) },
    }
  }
}

/** How long a page is cached without what failed, such as the reviews. */
const incompleteMs = 60_000

/** Records whether a call named a card that does not exist, and whether one failed. */
function trackErrors({ call }: Api) {
  let isGuessed = false
  let hasFailed = false
  const tracked: Api = {
    call: (...args) =>
      call(...args).catch((error: unknown) => {
        isGuessed ||= isGuess(error)
        hasFailed ||= (asProblem(error)?.problem.status ?? 500) >= 500
        throw error
      }),
  }
  return { tracked, isGuessed: () => isGuessed, hasFailed: () => hasFailed }
}

function sealed(
  response: Response,
  rendered: ArrayBuffer,
  { isForPhone, ...options }: ExternalOrigins & { isFramed: boolean; isForPhone: boolean },
): Pick<Answer, 'headers' | 'body'> {
  const { 'x-nonce': nonce, ...own } = Object.fromEntries(response.headers)
  // React Router sends page data, which is UTF-8, without a charset.
  if (own['content-type'] === 'text/x-script') own['content-type'] += '; charset=utf-8'
  const always = { 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, User-Agent' }
  if (!nonce) return { headers: { ...baseHeaders, ...own, ...always }, body: Buffer.from(rendered) }
  const whole = Buffer.from(rendered).toString('utf8')
  const merged = mergeScripts(isForPhone ? omitDesktopStyles(whole) : whole, nonce)
  const { html, headers } = sealPage(merged, nonce, options)
  return { headers: { ...baseHeaders, ...own, ...headers, ...always }, body: Buffer.from(html) }
}

export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
