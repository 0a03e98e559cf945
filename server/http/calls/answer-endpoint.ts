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

/** Handles one API call over HTTP, from rate limits to the response. */
export async function answerEndpoint(endpoint: Endpoint, deps: CallDeps, asked: Asked): Promise<Response> {
  if (endpoint.isLink) refuseForeign(asked.request)
  else if (endpoint.access !== 'anyone' || endpoint.isOurs) refuseForgery(asked.request)
  const held = await refuseCaller(endpoint, deps.limits, asked, () => deps.knownOf(asked.request))
  return isCacheable(endpoint, asked.caller) ? callCached(endpoint, deps, asked) : callOnce(endpoint, deps, asked, held)
}

/** True for calls by which anyone could probe for card names. */
const mayGuess = ({ access, problems }: Endpoint) => access === 'anyone' && problems.includes('card-not-found')

/** True if the answer is the same for all visitors. Owners get more of their own card, so their calls are not cached. */
function isCacheable({ method, access, output, isOurs, isFresh }: Endpoint, caller: Caller): boolean {
  return method === 'GET' && access === 'anyone' && output instanceof z.ZodType && !isOurs && !isFresh && caller.kind === 'visitor'
}

async function callCached(endpoint: Endpoint, deps: CallDeps, asked: Asked): Promise<Response> {
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
  // Count guesses before joining an answer in flight, so that nobody waits for a caller who is then refused.
  const isCounted = mayGuess(endpoint) && !deps.cache.get(key)
  return cachedResponse(await (isCounted ? lookForCard(deps, asked, { aliases: [], look: make }) : make()), asked.request)
}

/** The path and the declared query parameters in their declared order. Others do not change the answer. */
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
  const effects: Effects = { dependsOn: () => {}, setCookie: (text) => cookies.push(text), held }
  const result = await callSlice(endpoint, deps, asked, effects, (parts, look) =>
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

/** The aliases in a call's parts. */
const aliasesIn = (parts: RawCall): string[] =>
  [parts.params, parts.query, parts.input].flatMap((part) => {
    const alias: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'alias') : undefined
    return typeof alias === 'string' ? [alias] : []
  })

type Effects = { dependsOn: (change: Change) => void; setCookie: (text: string) => void; held: Known | null }
type Around = <T>(parts: RawCall, look: () => Promise<T>) => Promise<T>

async function callSlice(
  endpoint: Endpoint,
  { handlers, limits, callerOf }: CallDeps,
  asked: Asked,
  { dependsOn, setCookie, held }: Effects,
  around: Around = (_, look) => look(),
) {
  const { request, params, visitor } = asked
  const query = firstOfEach(new URL(request.url).searchParams)
  // Before the body is read: an unauthorized caller could send megabytes.
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

/** The first value of a repeated parameter counts, here and in the cache key. */
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
