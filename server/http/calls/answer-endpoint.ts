import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { spellKeys } from '#contract/product.ts'
import { propertyOf } from '#common/property-of.ts'
import type { Change } from '#server/database/changes/changes.ts'
import { answerCall, authorize } from './api-in-process.ts'
import type { Answer, AnswerCache } from '../cache/answer-cache.ts'
import { cachedResponse, uncachedResponse } from '../cache/cached-response.ts'
import { limitGuesses, type GuessDeps } from '../limits/card-guesses.ts'
import { baseHeaders } from '../security/headers.ts'
import type { Caller, CallerOf, Handlers, KnownBrowser } from './mount.ts'
import type { RawCall } from './parse-call.ts'
import type { OnlyOnce } from './idempotency.ts'
import { isIdempotent } from './problems-of.ts'
import { readFileBody, readJson } from './read-body.ts'
import { readWithCaller } from './read-with-caller.ts'
import type { LargeBodies } from '../limits/large-bodies.ts'
import { limitByCaller, limitByTarget, type KnownOf } from '../limits/limit-calls.ts'
import { checkOrigin, checkCsrf, mustHaveCsrf } from '../security/check-csrf.ts'

export type CallDeps = GuessDeps & {
  handlers: Handlers
  cache: AnswerCache
  slug: string
  callerOf: CallerOf
  keyCallerOf: CallerOf
  knownOf: KnownOf
  onlyOnce: OnlyOnce
  slowBodyMs: number
  largeBodies: LargeBodies
}
type EndpointRequest = { request: Request; params: Record<string, string>; visitor: string; caller: Caller }

/** Handles one API call over HTTP, from rate limits to the response. */
export async function answerEndpoint(endpoint: Endpoint, deps: CallDeps, incoming: EndpointRequest): Promise<Response> {
  if (endpoint.isLink) checkOrigin(incoming.request)
  else if (mustHaveCsrf(endpoint)) checkCsrf(incoming.request)
  const knownBrowser = await limitByCaller(endpoint, deps.limits, incoming, () => deps.knownOf(incoming.request))
  return isCacheable(endpoint, incoming.caller) ? callCached(endpoint, deps, incoming) : callOnce(endpoint, deps, incoming, knownBrowser)
}

/** How an endpoint identifies its caller: by cookie, by key, or not at all. */
export function callerOfEndpoint(
  { access, isSessionless }: Endpoint,
  { callerOf, keyCallerOf }: Pick<CallDeps, 'callerOf' | 'keyCallerOf'>,
): CallerOf {
  if (isSessionless) return async () => ({ kind: 'visitor' })
  return access === 'key' ? keyCallerOf : callerOf
}

/** True for calls by which anyone could probe for card names. */
const mayGuess = ({ access, problems }: Endpoint) => access === 'anyone' && problems.includes('card-not-found')

/** True if the answer is the same for all visitors. Owners get more of their own card, so their calls are not cached. */
function isCacheable({ method, access, output, sameOriginOnly, isUncached }: Endpoint, caller: Caller): boolean {
  return (
    method === 'GET' && access === 'anyone' && output instanceof z.ZodType && !sameOriginOnly && !isUncached && caller.kind === 'visitor'
  )
}

async function callCached(endpoint: Endpoint, deps: CallDeps, incoming: EndpointRequest): Promise<Response> {
  const key = answerKey(endpoint, incoming.request.url)
  const make = () =>
    deps.cache.make(key, async () => {
      const dependsOn = new Set<Change>()
      let shortestMs = Infinity
      const result = await callSlice(
        endpoint,
        deps,
        incoming,
        {
          dependsOn(change, forMs = Infinity) {
            dependsOn.add(change)
            shortestMs = Math.min(shortestMs, forMs)
          },
          setCookie: () => {},
          knownBrowser: null,
        },
        (_, lookUp) => lookUp(),
      )
      return { answer: jsonAnswer(result, deps.slug), dependsOn, forMs: shortestMs }
    })
  // Count guesses before joining an answer in flight, so that a caller over the limit does not join it.
  const isCounted = mayGuess(endpoint) && !deps.cache.get(key)
  return cachedResponse(await (isCounted ? limitGuesses(deps, incoming, { aliases: [], lookUp: make }) : make()), incoming.request)
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

async function callOnce(
  endpoint: Endpoint,
  deps: CallDeps,
  incoming: EndpointRequest,
  knownBrowser: KnownBrowser | null,
): Promise<Response> {
  const cookies: string[] = []
  const effects: Effects = { dependsOn: () => {}, setCookie: (text) => cookies.push(text), knownBrowser }
  const call = () =>
    callSlice(endpoint, deps, incoming, effects, async (parts, lookUp) => {
      if (mayGuess(endpoint))
        return asResponse(await limitGuesses(deps, incoming, { aliases: aliasesIn(parts), lookUp }), incoming.request, deps.slug)
      const work = async () => asResponse(await lookUp(), incoming.request, deps.slug)
      return isIdempotent(endpoint) ? deps.onlyOnce(incoming.request, incoming.caller, parts, work) : work()
    })
  const response = await deps.largeBodies(incoming.caller, { request: incoming.request, bytesMax: endpoint.rawBody?.bytesMax ?? 0 }, call)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Results of writes are stored for a repeated request (`onlyOnce`): they are short and not compressed. */
async function asResponse(result: unknown, request: Request, slug: string): Promise<Response> {
  if (result instanceof Response) return result
  const answer = jsonAnswer(result, slug)
  if (request.method === 'GET') return uncachedResponse(answer, request)
  const { status, headers, body } = answer
  return new Response(new Uint8Array(body), { status, headers: { ...headers, 'cache-control': 'no-store' } })
}

/** The aliases in a call's parts. */
const aliasesIn = (parts: RawCall): string[] =>
  [parts.params, parts.query, parts.input].flatMap((part) => {
    const alias = propertyOf(part, 'alias')
    return typeof alias === 'string' ? [alias] : []
  })

type Effects = {
  dependsOn: (change: Change, forMs?: number) => void
  setCookie: (text: string) => void
  knownBrowser: KnownBrowser | null
}
type LookUp = () => Promise<unknown>

async function callSlice<T>(
  endpoint: Endpoint,
  deps: CallDeps,
  incoming: EndpointRequest,
  { dependsOn, setCookie, knownBrowser }: Effects,
  around: (parts: RawCall, lookUp: LookUp) => Promise<T>,
): Promise<T> {
  const { handlers, limits } = deps
  const { request, params, visitor } = incoming
  const query = firstOfEach(new URL(request.url).searchParams)
  // Before the body is read: an unauthorized caller could send megabytes.
  authorize(endpoint, incoming.caller)
  const read = () => readInput(endpoint, request)
  const { body: input, caller } = await readWithCaller(
    incoming.caller,
    () => callerOfEndpoint(endpoint, deps)(request),
    read,
    deps.slowBodyMs,
  )
  authorize(endpoint, caller)
  await limitByTarget(endpoint, limits, incoming, { params, input }, knownBrowser)
  const parts = { params, query, input }
  return around(parts, () => answerCall(endpoint.name, { handlers, request, caller, visitor, dependsOn, setCookie }, parts))
}

async function readInput({ input, rawBody }: Endpoint, request: Request): Promise<unknown> {
  if (rawBody) return readFileBody(request, rawBody)
  return input ? readJson(request) : undefined
}

/** The first value of a repeated parameter counts, here and in the cache key. */
function firstOfEach(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].reverse())
}

function jsonAnswer(result: unknown, slug: string): Answer {
  return {
    status: 200,
    headers: { ...baseHeaders, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', vary: 'Accept-Encoding' },
    body: Buffer.from(JSON.stringify(spellKeys(result, slug))),
  }
}
