import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { spellKeys } from '#contract/product.ts'
import type { Change } from '#server/database/changes/changes.ts'
import { answerCall, refuseStranger } from './api-in-process.ts'
import type { Answer, AnswerCache } from '../cache/answer-cache.ts'
import { cachedResponse } from '../cache/cached-response.ts'
import { lookForCard, type GuessDeps } from '../limits/card-guesses.ts'
import { everyAnswer } from '../security/headers.ts'
import type { Caller, CallerOf, Handlers, Known } from './mount.ts'
import type { RawCall } from './parse-call.ts'
import { readFileBody, readJson } from './read-body.ts'
import { readWithCaller } from './read-with-caller.ts'
import { refuseCaller, refuseFlooded, type KnownOf } from '../limits/refuse-flood.ts'
import { refuseForeign, refuseForgery } from '../security/refuse-forgery.ts'

export type CallDeps = GuessDeps & { handlers: Handlers; cache: AnswerCache; slug: string; callerOf: CallerOf; knownOf: KnownOf }
type Asked = { request: Request; params: Record<string, string>; visitor: string; caller: Caller }

/** One call over HTTP, from the limits at the door to the bytes that leave. */
export async function answerEndpoint(endpoint: Endpoint, deps: CallDeps, asked: Asked): Promise<Response> {
  if (endpoint.isLink) refuseForeign(asked.request)
  else if (endpoint.access !== 'anyone' || endpoint.isOurs) refuseForgery(asked.request)
  const held = await refuseCaller(endpoint, deps.limits, asked, () => deps.knownOf(asked.request))
  return isKeepable(endpoint, asked.caller) ? keepOrGive(endpoint, deps, asked) : callOnce(endpoint, deps, asked, held)
}

/** What anybody may ask about any card. */
const mayGuess = ({ access, problems }: Endpoint) => access === 'anyone' && problems.includes('card-not-found')

/** The same for everybody, and asked by nobody in particular: an owner reads more of their own card than others do. */
function isKeepable({ method, access, output, isOurs, isFresh }: Endpoint, caller: Caller): boolean {
  return method === 'GET' && access === 'anyone' && output instanceof z.ZodType && !isOurs && !isFresh && caller.kind === 'visitor'
}

async function keepOrGive(endpoint: Endpoint, deps: CallDeps, asked: Asked): Promise<Response> {
  const key = answerKey(endpoint, asked.request.url)
  const make = () =>
    deps.cache.make(key, async () => {
      const dependsOn = new Set<Change>()
      const result = await callSlice(endpoint, deps, asked, {
        dependsOn: (change) => dependsOn.add(change),
        setCookie: () => {},
        held: null,
      })
      return { answer: jsonAnswer(result, deps.slug), dependsOn }
    })
  // Guesses are refused before others join in: they wait for the answer, not for who is refused.
  const isCounted = mayGuess(endpoint) && !deps.cache.get(key)
  return cachedResponse(await (isCounted ? lookForCard(deps, asked, { aliases: [], look: make }) : make()), asked.request)
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

async function callOnce(endpoint: Endpoint, deps: CallDeps, asked: Asked, held: Known | null): Promise<Response> {
  const cookies: string[] = []
  const traces: Traces = { dependsOn: () => {}, setCookie: (text) => cookies.push(text), held }
  const result = await callSlice(endpoint, deps, asked, traces, (parts, look) =>
    mayGuess(endpoint) ? lookForCard(deps, asked, { aliases: aliasesIn(parts), look }) : look(),
  )
  const response = result instanceof Response ? result : answerOnce(result, deps.slug)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

function answerOnce(result: unknown, slug: string): Response {
  const { status, headers, body } = jsonAnswer(result, slug)
  return new Response(new Uint8Array(body), { status, headers: { ...headers, 'cache-control': 'no-store' } })
}

/** Every card that a call names. */
const aliasesIn = (parts: RawCall): string[] =>
  [parts.params, parts.query, parts.input].flatMap((part) => {
    const alias: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'alias') : undefined
    return typeof alias === 'string' ? [alias] : []
  })

type Traces = { dependsOn: (change: Change) => void; setCookie: (text: string) => void; held: Known | null }
type Around = <T>(parts: RawCall, look: () => Promise<T>) => Promise<T>

async function callSlice(
  endpoint: Endpoint,
  { handlers, limits, callerOf }: CallDeps,
  asked: Asked,
  { dependsOn, setCookie, held }: Traces,
  around: Around = (_, look) => look(),
) {
  const { request, params, visitor } = asked
  const query = firstOfEach(new URL(request.url).searchParams)
  // Before anything is read: a stranger sends no megabytes.
  refuseStranger(endpoint, asked.caller)
  const read = () => readInput(endpoint, request)
  const { body: input, caller } = await readWithCaller(asked.caller, () => callerOf(request), read)
  await refuseFlooded(endpoint, limits, asked, { params, input }, held)
  const parts = { params, query, input }
  return around(parts, () => answerCall(endpoint.name, { handlers, request, caller, visitor, dependsOn, setCookie }, parts))
}

async function readInput({ input, takes }: Endpoint, request: Request): Promise<unknown> {
  if (takes) return readFileBody(request, takes)
  return input ? readJson(request) : undefined
}

/** A word said twice counts as it was said first, here and in what an answer is kept under. */
function firstOfEach(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].reverse())
}

function jsonAnswer(result: unknown, slug: string): Answer {
  return {
    status: 200,
    headers: { ...everyAnswer, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', vary: 'Accept-Encoding' },
    body: Buffer.from(JSON.stringify(spellKeys(result, slug))),
  }
}
