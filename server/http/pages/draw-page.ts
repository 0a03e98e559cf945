import type { Api } from '#contract/api.ts'
import { isPreviewAddress } from '#contract/cards/preview.ts'
import type { Change } from '#server/database/changes/changes.ts'
import type { Log } from '#server/integrations/log.ts'
import { apiInProcess, type Gate } from '../calls/api-in-process.ts'
import type { Answer, AnswerCache } from '../cache/answer-cache.ts'
import { asProblem } from '../problems/as-problem.ts'
import { isGuess, type GuessDeps } from '../limits/card-guesses.ts'
import { everyAnswer } from '../security/headers.ts'
import type { Caller, CallerOf, Handlers } from '../calls/mount.ts'
import type { PageBuild } from './page-build.ts'
import { isForEverybody } from './page-address.ts'
import type { KnownOf } from '../limits/refuse-flood.ts'
import { sealPage, type Outside } from '../security/seal-page.ts'

export type PageDeps = GuessDeps & {
  handlers: Handlers
  cache: AnswerCache
  pages: PageBuild
  log: Log
  publicUrl: string
  outside: Outside
  callerOf: CallerOf
  knownOf: KnownOf
}
export type Asked = { caller: Caller; requestId: string; visitor: string }

/** A page of the web build, sealed, with what it depends on and the cookies its calls gave. */
export async function drawPage(
  { handlers, pages, log, outside }: PageDeps,
  request: Request,
  { caller, requestId, visitor }: Asked,
  gate?: Gate,
) {
  const dependsOn = new Set<Change>()
  const cookies: string[] = []
  const traces = { dependsOn: (change: Change) => void dependsOn.add(change), setCookie: (text: string) => void cookies.push(text) }
  const api = noticing(apiInProcess({ handlers, request, caller, visitor, ...traces }, gate))
  const { response, failures } = await pages.render(request, api.noticed)
  const isFramed = isPreviewAddress(new URL(request.url))
  const { headers, body } = sealed(response, await response.arrayBuffer(), { ...outside, isFramed })
  const isPrivate = caller.kind !== 'visitor' || request.method === 'POST'
  if (isPrivate) headers['cache-control'] = 'no-store'
  const answer: Answer = { status: response.status, headers, body, isGuess: api.isGuessed() }
  // A page that says something failed is true once.
  if (response.status >= 500) return { answer: excuse(answer, failures), dependsOn: new Set<Change>(), cookies }
  // Addresses that lead nowhere, or carry somebody's own words, are without end: they are not worth keeping.
  const isOneOfMany = response.status >= 400 || api.isGuessed() || !isForEverybody(new URL(request.url))
  return { answer, dependsOn: isOneOfMany || isPrivate ? new Set<Change>() : dependsOn, cookies }

  function excuse(failed: Answer, causes: readonly unknown[]): Answer {
    const known = causes.map(asProblem)
    for (const [index, error] of causes.entries()) if (!known[index]) log.error('unexpected', { id: requestId, place: 'page', error })
    const refusal = known.find((cause) => cause?.retryAfterSeconds !== undefined)
    if (!refusal || known.includes(null)) return failed
    return {
      ...failed,
      status: refusal.problem.status,
      headers: { ...failed.headers, 'retry-after': String(refusal.retryAfterSeconds) },
    }
  }
}

/** Whether a page asked for a card that is not there. */
function noticing({ call }: Api) {
  let isGuessed = false
  const noticed: Api = {
    call: (...asked) =>
      call(...asked).catch((error: unknown) => {
        isGuessed ||= isGuess(error)
        throw error
      }),
  }
  return { noticed, isGuessed: () => isGuessed }
}

function sealed(response: Response, drawn: ArrayBuffer, stands: Outside & { isFramed: boolean }): Pick<Answer, 'headers' | 'body'> {
  const { 'x-nonce': nonce, ...own } = Object.fromEntries(response.headers)
  // React Router names no charset for the data of a page, which is UTF-8.
  if (own['content-type'] === 'text/x-script') own['content-type'] += '; charset=utf-8'
  const always = { 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, User-Agent' }
  if (!nonce) return { headers: { ...everyAnswer, ...own, ...always }, body: Buffer.from(drawn) }
  const { html, headers } = sealPage(Buffer.from(drawn).toString('utf8'), nonce, stands)
  return { headers: { ...everyAnswer, ...own, ...headers, ...always }, body: Buffer.from(html) }
}

export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
