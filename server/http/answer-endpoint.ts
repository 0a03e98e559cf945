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
    if (endpoint.access !== 'anyone') refuseForgery(asked.request)
    refuseFlood(endpoint, desk.limits, asked)
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
  const { pathname, search } = new URL(asked.request.url)
  const key = pathname + search
  return desk.cache
    .make(key, async () => {
      const dependsOn = new Set<Change>()
      const result = await callSlice(endpoint, desk, asked, (change) => dependsOn.add(change))
      return { answer: jsonAnswer(result, desk.slug), dependsOn }
    })
    .then((answer) => giveKept(answer, asked.request))
}

async function callOnce(endpoint: Endpoint, desk: Desk, asked: Asked): Promise<Response> {
  const result = await callSlice(endpoint, desk, asked, () => {})
  if (result instanceof Response) return result
  const { status, headers, body } = jsonAnswer(result, desk.slug)
  return new Response(new Uint8Array(body), { status, headers: { ...headers, 'cache-control': 'no-store' } })
}

async function callSlice(
  { name, input }: Endpoint,
  { handlers }: Desk,
  { request, params, caller }: Asked,
  dependsOn: (change: Change) => void,
) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return answerCall(name, { handlers, request, caller, dependsOn }, { params, query, input: input ? await readJson(request) : undefined })
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
}

function refuseFlood({ name, limit }: Endpoint, limits: Limits, { visitor, caller, params }: Asked) {
  if (!limit) return
  const who = limit.per === 'account' && caller.kind === 'owner' ? caller.accountId : visitor
  const target = limit.per === 'card' ? (params.alias ?? '') : ''
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
