import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { spellKeys } from '#contract/product.ts'
import type { Change } from '#server/db/changes.ts'
import { answerCall } from './api-in-process.ts'
import type { Answer, AnswerCache } from './answer-cache.ts'
import { giveKept } from './give-kept.ts'
import { everyAnswer } from './headers.ts'
import type { Limits } from './limits.ts'
import type { Caller, Handlers } from './mount.ts'
import { ProblemError, problem, problemResponse } from './problem.ts'
import { readJson } from './read-body.ts'

export type Desk = { handlers: Handlers; cache: AnswerCache; limits: Limits; slug: string }
type Asked = { request: Request; params: Record<string, string>; visitor: string; caller: Caller; requestId: string }

/** One call over HTTP, from the limits at the door to the bytes that leave. */
export async function answerEndpoint(endpoint: Endpoint, desk: Desk, asked: Asked): Promise<Response> {
  try {
    if (!desk.handlers[endpoint.name]) throw problem('not-built-yet')
    if (endpoint.access !== 'anyone' || endpoint.isOurs) refuseForgery(asked.request)
    // Which card is flooded may stand in the body: such a call is counted once that is read.
    if (endpoint.limit?.per !== 'card') refuseFlood(endpoint, desk.limits, asked)
    return await (isKeepable(endpoint) ? keepOrGive(endpoint, desk, asked) : callOnce(endpoint, desk, asked))
  } catch (error) {
    if (endpoint.refusesWith === 'success-flag' && error instanceof ProblemError) return refuseByFlag(error, asked.requestId)
    throw error
  }
}

function isKeepable({ method, access, output }: Endpoint): boolean {
  return method === 'GET' && access === 'anyone' && output instanceof z.ZodType
}

function keepOrGive(endpoint: Endpoint, desk: Desk, asked: Asked): Promise<Response> {
  return desk.cache
    .make(answerKey(endpoint, asked.request.url), async () => {
      const dependsOn = new Set<Change>()
      const result = await callSlice(endpoint, desk, asked, (change) => dependsOn.add(change))
      return { answer: jsonAnswer(result, desk.slug), dependsOn }
    })
    .then((answer) => giveKept(answer, asked.request))
}

/** An address with the declared words of its query, in their order: any others make no other answer. */
function answerKey({ query }: Endpoint, url: string): string {
  const { pathname, searchParams } = new URL(url)
  const declared = Object.keys(query?.shape ?? {}).flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  return declared.length > 0 ? `${pathname}?${new URLSearchParams(declared)}` : pathname
}

async function callOnce(endpoint: Endpoint, desk: Desk, asked: Asked): Promise<Response> {
  const result = await callSlice(endpoint, desk, asked, () => {})
  if (result instanceof Response) return result
  const { status, headers, body } = jsonAnswer(result, desk.slug)
  return new Response(new Uint8Array(body), { status, headers: { ...headers, 'cache-control': 'no-store' } })
}

async function callSlice(endpoint: Endpoint, { handlers, limits }: Desk, asked: Asked, dependsOn: (change: Change) => void) {
  const { request, params, caller } = asked
  const query = firstOfEach(new URL(request.url).searchParams)
  const input = endpoint.input ? await readJson(request) : undefined
  if (endpoint.limit?.per === 'card') refuseFlood(endpoint, limits, asked, cardNamedIn(params, input))
  return answerCall(endpoint.name, { handlers, request, caller, dependsOn }, { params, query, input })
}

/** A word said twice counts as it was said first, here and in what an answer is kept under. */
function firstOfEach(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].reverse())
}

function cardNamedIn(params: Record<string, string>, input: unknown): string {
  const named = typeof input === 'object' && input !== null && 'alias' in input ? input.alias : params.alias
  return typeof named === 'string' ? named.toLowerCase() : ''
}

function jsonAnswer(result: unknown, slug: string): Answer {
  return {
    status: 200,
    headers: { ...everyAnswer, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', vary: 'Accept-Encoding' },
    body: Buffer.from(JSON.stringify(spellKeys(result, slug))),
  }
}

/** A custom header cannot be sent from a foreign site without asking first, and we never say yes. */
function refuseForgery(request: Request) {
  if (request.headers.get('x-csrf') !== '1') throw problem('csrf-header-missing')
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') throw problem('not-allowed')
  const origin = request.headers.get('origin')
  if (origin && !isOurs(origin, request.url)) throw problem('not-allowed')
}

/** By host: a proxy may have taken the TLS off before us. */
function isOurs(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}

function refuseFlood({ name, limit }: Endpoint, limits: Limits, { visitor, caller }: Asked, target = '') {
  if (!limit) return
  const who = limit.per === 'account' && caller.kind === 'owner' ? caller.accountId : visitor
  const retryAfterSeconds = limits.take(`${name} ${who} ${target}`, limit)
  if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
}

/** Calls the specification words as {success, message} are refused in those words; the status still says what happened. */
function refuseByFlag(error: ProblemError, requestId: string): Response {
  const refusal = problemResponse(error, requestId)
  const message = error.problem.detail ?? error.problem.faults?.[0]?.message ?? error.problem.title
  return new Response(JSON.stringify({ success: 0, message, requestId }), {
    status: refusal.status,
    headers: { ...Object.fromEntries(refusal.headers), 'content-type': 'application/json; charset=utf-8' },
  })
}
