import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { pageKindOf } from '#contract/page-kind.ts'
import type { Log } from '#server/outside/log.ts'
import type { AnswerCache, Kept } from './answer-cache.ts'
import { chooseEncoding } from './compress.ts'
import { holds } from './give-kept.ts'
import { everyAnswer, overTls } from './headers.ts'
import type { Metrics } from './metrics.ts'
import { pageKey } from './page-address.ts'
import { problem, problemResponse } from './problem.ts'
import { nextRequestId } from './request-id.ts'
import type { Bindings } from './visitor.ts'

export type ListenerNeeds = {
  fetch: (request: Request, bindings: Bindings) => Promise<Response>
  cache: AnswerCache
  metrics: Metrics
  log: Log
  languageOf: ((request: Request) => string) | null
  publicUrl: string
}

/**
 * What node calls for each request. A kept answer is written before a Request is even made: this is the road of nearly
 * every visitor. Everything else goes to the front.
 */
export function createListener({ fetch, cache, metrics, log, languageOf, publicUrl }: ListenerNeeds) {
  const { host } = new URL(publicUrl)
  const slowRoad = getRequestListener((request, bindings) => fetch(request, bindings as Bindings), {
    overrideGlobalObjects: false,
    errorHandler: refuseUnreadable,
  })
  const extra = publicUrl.startsWith('https:') ? Object.entries(overTls).flat() : []
  const languages = languageMemory(languageOf)

  return function listener(incoming: IncomingMessage, outgoing: ServerResponse) {
    const begunMs = performance.now()
    const kept = find(incoming)
    if (!kept) {
      // The host comes from the settings, never from who asks.
      incoming.headers.host = host
      return void slowRoad(incoming, outgoing)
    }
    const id = nextRequestId()
    const status = write(kept, incoming, outgoing, id)
    const tookMs = performance.now() - begunMs
    metrics.count('kept', status, tookMs, true)
    log.info('answered', { id, place: 'kept', method: incoming.method, status, ms: Math.round(tookMs * 10) / 10 })
  }

  function find({ method, url = '', headers }: IncomingMessage): Kept | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    // Visitors are given no cookie: who carries one may be signed in, and the front finds out.
    if (headers.cookie) return undefined
    if (url.startsWith('/remote/') || url.startsWith('/api/')) return cache.get(url)
    return cache.get(pageKey(languages(headers['accept-language']), pageKindOf(headers['user-agent']), url))
  }

  function write(kept: Kept, incoming: IncomingMessage, outgoing: ServerResponse, id: string): number {
    if (holds(incoming.headers['if-none-match'], kept.etag)) {
      outgoing.writeHead(304, [...kept.unchanged, 'x-request-id', id, ...extra]).end()
      return 304
    }
    const encoding = chooseEncoding(incoming.headers['accept-encoding'])
    outgoing.writeHead(kept.status, [...kept.headers[encoding], 'x-request-id', id, ...extra])
    outgoing.end(incoming.method === 'HEAD' ? undefined : kept.bodies[encoding])
    return kept.status
  }
}

/** No Host, or an address that is none: there is no Request to hand on. */
function refuseUnreadable(): Response {
  const refusal = problemResponse(problem('bad-request', { detail: 'This is not an address of ours.' }), nextRequestId())
  for (const [name, value] of Object.entries(everyAnswer)) refusal.headers.set(name, value)
  refusal.headers.set('cache-control', 'no-store')
  return refusal
}

const rememberedMax = 1000

/** Browsers say the same few sentences about their language: each is understood once. */
function languageMemory(languageOf: ListenerNeeds['languageOf']) {
  const known = new Map<string, string>()
  return (header: string | undefined): string => {
    const said = header ?? ''
    const before = known.get(said)
    if (before !== undefined) return before
    const language = languageOf?.(new Request('http://localhost', { headers: said ? { 'accept-language': said } : {} })) ?? ''
    if (known.size >= rememberedMax) known.clear()
    known.set(said, language)
    return language
  }
}
