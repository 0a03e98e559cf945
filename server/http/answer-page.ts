import type { Api } from '#contract/api.ts'
import type { Endpoint, Limit } from '#contract/endpoint.ts'
import { pageKindOf } from '#contract/page-kind.ts'
import { appPaths, sidePages } from '#contract/pages.ts'
import { isPreviewAddress } from '#contract/preview.ts'
import type { Change } from '#server/db/changes.ts'
import type { Log } from '#server/outside/log.ts'
import { apiInProcess } from './api-in-process.ts'
import type { Answer, AnswerCache } from './answer-cache.ts'
import { asProblem } from './as-problem.ts'
import { countGuess, isGuess, refuseGuesser } from './card-guesses.ts'
import { giveKept } from './give-kept.ts'
import { everyAnswer } from './headers.ts'
import type { Limits } from './limits.ts'
import type { Caller, Handlers } from './mount.ts'
import { pageAddress, pageKey } from './page-address.ts'
import type { PageBuild } from './page-build.ts'
import type { RawCall } from './parse-call.ts'
import { problem } from './problem.ts'
import { readBytes } from './read-body.ts'
import { refuseCaller, refuseFlooded } from './refuse-flood.ts'
import { refuseForeign } from './refuse-forgery.ts'
import { sealPage, type Outside } from './seal-page.ts'

export type PageDesk = {
  handlers: Handlers
  cache: AnswerCache
  limits: Limits
  pages: PageBuild
  log: Log
  publicUrl: string
  outside: Outside
}
type Asked = { caller: Caller; requestId: string; visitor: string }
type Gate = (endpoint: Endpoint, parts: RawCall) => Promise<void>

/** Words behind the `?` that differ from person to person; a preview is looked at by one. */
const personal = /[?&](alias|from|sharePayload|preview)=/

/** A page with a form that is sealed for whoever asked: nobody else is given it, not even who asks at the same moment. */
const madeForOne = new RegExp(`/(${sidePages.letsConnect}|${sidePages.report})(\\.data)?/?$`)

const formBytesMax = 64 * 1024

/**
 * What other apps share with this one comes from the system, under no origin. It changes nothing: it only fills in a form
 * that its owner reads and sends.
 */
const sharedTo = new RegExp(`/${appPaths.shared}/?$`)
const sharedBytesMax = 1024 * 1024

/** Pictures of stories and tables of cards come with the operator's forms. Nobody else's forms are that large. */
const deskForm = /^\/operator\//
const deskBytesMax = 21 * 1024 * 1024

/**
 * A form sent to a page, with or without a script. Its calls are held to their limits as if they had come by themselves,
 * and a form of another site is refused.
 */
export async function answerForm(desk: PageDesk, request: Request, asked: Asked): Promise<Response> {
  const isShared = sharedTo.test(new URL(request.url).pathname)
  if (!isShared || request.headers.get('origin') !== 'null') refuseForeign(request)
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    throw problem('wrong-content-type', { detail: 'Send this as a form.' })
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  // What stands before us may be known by another name; that the form is ours was just seen.
  headers.set('origin', new URL(desk.publicUrl).origin)
  const isDesk = deskForm.test(url.pathname) && asked.caller.kind === 'owner' && asked.caller.isOperator
  const bytesMax = isShared ? sharedBytesMax : isDesk ? deskBytesMax : formBytesMax
  // A person shared it, not a program: the page says what was wrong.
  if (isShared && Number(headers.get('content-length') ?? 0) > bytesMax)
    return new Response(null, { status: 303, headers: { location: `${url.pathname}?problem=large` } })
  const body = await readBytes(request, bytesMax)
  await refuseBrokenForm(body, type)
  const plain = new Request(desk.publicUrl + url.pathname + url.search, { method: 'POST', headers, body })
  const gate = async (endpoint: Endpoint, parts: RawCall) => {
    if (endpoint.method !== 'POST') return
    await refuseCaller(endpoint, desk.limits, asked)
    await refuseFlooded(endpoint, desk.limits, asked, parts)
  }
  await refuseDrawing(desk.limits, asked)
  const { answer, cookies } = await renderPage(desk, plain, asked, gate)
  return withCookies(new Response(new Uint8Array(answer.body), answer), cookies)
}

/** Parts that do not hold together are found before a page is asked to read them. */
async function refuseBrokenForm(body: Buffer<ArrayBuffer>, type: string): Promise<void> {
  if (!/^multipart/i.test(type)) return
  await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw problem('bad-request', { detail: 'The form does not hold together.' })
  })
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** A page of the web build: kept for every visitor, made anew for who is signed in. */
export async function answerPage(desk: PageDesk, request: Request, asked: Asked): Promise<Response> {
  const url = new URL(request.url)
  const { address, tail } = pageAddress(url.pathname + url.search)
  // The same answer is kept for GET and HEAD, so it is always rendered as a GET.
  const plain = new Request(desk.publicUrl + address, { headers: request.headers })
  const make = () => renderPage(desk, plain, asked)
  if (asked.caller.kind === 'visitor' && !madeForOne.test(url.pathname)) {
    const key = pageKey(desk.pages.languageOf(request), pageKindOf(request.headers.get('user-agent')), address)
    // Before others join in: they wait for the page, not for who is refused.
    if (!desk.cache.get(key)) await refuseDrawing(desk.limits, asked)
    return carryTail(giveKept(await desk.cache.make(key, make), request), tail)
  }
  await refuseDrawing(desk.limits, asked)
  const { answer, cookies } = await make()
  return withCookies(carryTail(giveKept(answer, request), tail), cookies)
}

/** A page that is drawn for one costs more than one that is kept. Nobody reads ten in a second. */
export const drawnLimit: Limit = { per: 'address', count: 600, windowSeconds: 60 }

async function refuseDrawing(limits: Limits, { caller, visitor }: Asked) {
  if (caller.kind === 'visitor') refuseGuesser(limits, visitor)
  const retryAfterSeconds = await limits.take('pages-drawn', caller.kind === 'owner' ? caller.accountId : visitor, drawnLimit)
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
}

async function renderPage(
  { handlers, pages, limits, log, outside }: PageDesk,
  request: Request,
  { caller, requestId, visitor }: Asked,
  gate?: Gate,
) {
  const dependsOn = new Set<Change>()
  const cookies: string[] = []
  const traces = { dependsOn: (change: Change) => void dependsOn.add(change), setCookie: (text: string) => void cookies.push(text) }
  const api = noticing(apiInProcess({ handlers, request, caller, ...traces }, gate))
  const { response, failures } = await pages.render(request, api.noticed)
  if (api.isGuessed() && caller.kind === 'visitor') await countGuess(limits, visitor)
  const isFramed = isPreviewAddress(new URL(request.url))
  const { headers, body } = sealed(response, await response.arrayBuffer(), { ...outside, isFramed })
  const isPrivate = caller.kind !== 'visitor' || request.method === 'POST'
  if (isPrivate) headers['cache-control'] = 'no-store'
  const answer: Answer = { status: response.status, headers, body }
  // A page that says something failed is true once.
  if (response.status >= 500) return { answer: excuse(answer, failures), dependsOn: new Set<Change>(), cookies }
  // Addresses that lead nowhere, or carry somebody's own words, are without end: they are not worth keeping.
  const isOneOfMany = response.status >= 400 || personal.test(new URL(request.url).search)
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
  const always = { 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, User-Agent' }
  if (!nonce) return { headers: { ...everyAnswer, ...own, ...always }, body: Buffer.from(drawn) }
  const { html, headers } = sealPage(Buffer.from(drawn).toString('utf8'), nonce, stands)
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
