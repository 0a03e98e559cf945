import { pageKindOf } from '#contract/page-kind.ts'
import type { Change } from '#server/db/changes.ts'
import type { Log } from '#server/outside/log.ts'
import { apiInProcess } from './api-in-process.ts'
import type { Answer, AnswerCache } from './answer-cache.ts'
import { asProblem } from './as-problem.ts'
import { giveKept } from './give-kept.ts'
import { everyAnswer } from './headers.ts'
import type { Caller, Handlers } from './mount.ts'
import { pageAddress, pageKey } from './page-address.ts'
import type { PageBuild } from './page-build.ts'
import { sealPage } from './seal-page.ts'

export type PageDesk = {
  handlers: Handlers
  cache: AnswerCache
  pages: PageBuild
  log: Log
  publicUrl: string
  imagesFrom: readonly string[]
}
type Asked = { caller: Caller; requestId: string }

/** Words behind the `?` that differ from person to person. */
const personal = /[?&](alias|from|sharePayload)=/

/** A page of the web build: kept for every visitor, made anew for who is signed in. */
export async function answerPage(desk: PageDesk, request: Request, asked: Asked): Promise<Response> {
  const url = new URL(request.url)
  const { address, tail } = pageAddress(url.pathname + url.search)
  // The same answer is kept for GET and HEAD, so it is always rendered as a GET.
  const plain = new Request(desk.publicUrl + address, { headers: request.headers })
  const make = () => renderPage(desk, plain, asked)
  const answer =
    asked.caller.kind === 'visitor'
      ? await desk.cache.make(pageKey(desk.pages.languageOf(request), pageKindOf(request.headers.get('user-agent')), address), make)
      : (await make()).answer
  return carryTail(giveKept(answer, request), tail)
}

async function renderPage({ handlers, pages, log, imagesFrom }: PageDesk, request: Request, { caller, requestId }: Asked) {
  const dependsOn = new Set<Change>()
  const api = apiInProcess({ handlers, request, caller, dependsOn: (change) => dependsOn.add(change) })
  const { response, failures } = await pages.render(request, api)
  const { headers, body } = sealed(response, await response.arrayBuffer(), imagesFrom)
  const answer: Answer = { status: response.status, headers, body }
  // A page that says something failed is true once.
  if (response.status >= 500) return { answer: excuse(answer, failures), dependsOn: new Set<Change>() }
  // Addresses that lead nowhere, or carry somebody's own words, are without end: they are not worth keeping.
  const isOneOfMany = response.status >= 400 || personal.test(new URL(request.url).search)
  return { answer, dependsOn: isOneOfMany ? new Set<Change>() : dependsOn }

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

function sealed(response: Response, drawn: ArrayBuffer, imagesFrom: readonly string[]): Pick<Answer, 'headers' | 'body'> {
  const { 'x-nonce': nonce, ...own } = Object.fromEntries(response.headers)
  const always = { 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, User-Agent' }
  if (!nonce) return { headers: { ...everyAnswer, ...own, ...always }, body: Buffer.from(drawn) }
  const { html, headers } = sealPage(Buffer.from(drawn).toString('utf8'), nonce, imagesFrom)
  return { headers: { ...everyAnswer, ...own, ...headers, ...always }, body: Buffer.from(html) }
}

/** What a campaign hung on the address goes on with who is sent elsewhere on this site. */
function carryTail(response: Response, tail: string): Response {
  const location = response.headers.get('location')
  if (!location?.startsWith('/') || tail === '') return response
  const [path = '', hash] = location.split('#')
  const headers = new Headers(response.headers)
  headers.set('location', `${path}${path.includes('?') ? '&' : '?'}${tail}${hash === undefined ? '' : `#${hash}`}`)
  headers.delete('etag')
  return new Response(response.body, { status: response.status, headers })
}
