import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Settings } from '#server/settings.ts'
import type { CacheEntry } from './cache/answer-cache.ts'
import { chooseEncoding } from './cache/compress.ts'
import { limitPipelining } from './limits/limit-connections.ts'
import type { LoadShedder } from './limits/load-shedding.ts'
import { isUnchanged } from './cache/cached-response.ts'
import { baseHeaders, extraHeadersOf } from './security/headers.ts'
import type { CacheFront } from './cache/cache-front.ts'
import { canReadMetrics, metricsPath } from './monitoring/metrics-access.ts'
import { problem, problemResponse } from './problems/problem.ts'
import { nextRequestId } from './request-id.ts'
import { prepareOverloadPage } from './pages/overload-page.ts'
import { writeProblem, writeOverload } from './limits/write-overload.ts'
import type { Bindings } from './visitor.ts'

type ListenerDeps = {
  fetch: (request: Request, bindings: Bindings) => Promise<Response>
  cacheFront: CacheFront
  loadShedder: Pick<LoadShedder, 'shedReason' | 'answered'>
  settings: Pick<Settings, 'publicUrl' | 'trustProxy' | 'metricsToken'>
}

/**
 * The request listener for Node. A cached answer is written before a Request is made. Everything else goes to the front, unless
 * load shedding refuses it.
 */
export function createListener({ fetch, cacheFront, loadShedder, settings }: ListenerDeps) {
  prepareOverloadPage()
  const { publicUrl } = settings
  const may = canReadMetrics(settings)
  const { host } = new URL(publicUrl)
  const isWithinPipeline = limitPipelining()
  const extra = extraHeadersOf(publicUrl)
  const headerLists = new WeakMap<string[], string[]>()
  const toFront = getRequestListener((request, bindings) => fetch(request, bindings as Bindings), {
    overrideGlobalObjects: false,
    errorHandler: () => invalidUrlResponse(extra),
  })

  return function listener(incoming: IncomingMessage, outgoing: ServerResponse) {
    if (!isWithinPipeline(incoming, outgoing)) return
    // A pipelined request is answered after those before it were sent: answers that the client does not read are not held in memory.
    if (outgoing.socket) answer(incoming, outgoing)
    else outgoing.once('socket', () => answer(incoming, outgoing))
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const startedMs = performance.now()
    const issue = headerIssueOf(incoming)
    if (issue) {
      outgoing.shouldKeepAlive = false
      return void writeProblem('bad-request', issue, { incoming, outgoing, extra })
    }
    const cached = find(incoming)
    if (!cached) {
      if (loadShedder.shedReason(incoming.url ?? '', isMonitoring(incoming))) {
        const status = writeOverload({ incoming, outgoing, extra })
        return cacheFront.countShed(status, performance.now() - startedMs)
      }
      outgoing.once('close', loadShedder.answered)
      // The host comes from the settings, never from the client.
      incoming.headers.host = host
      return void toFront(incoming, outgoing)
    }
    const id = nextRequestId()
    const status = write(cached, incoming, outgoing, id)
    cacheFront.count(id, incoming.method, status, performance.now() - startedMs)
  }

  function isMonitoring({ url, headers, socket }: IncomingMessage): boolean {
    return url === metricsPath && may({ header: (name) => String(headers[name] ?? ''), address: socket.remoteAddress })
  }

  function find({ method, url = '', headers }: IncomingMessage): CacheEntry | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    // Visitors get no cookie: a request with one may be signed in, and the front finds out.
    if (headers.cookie) return undefined
    return cacheFront.find({ url, acceptLanguage: headers['accept-language'], userAgent: headers['user-agent'] })
  }

  function write(entry: CacheEntry, incoming: IncomingMessage, outgoing: ServerResponse, id: string): number {
    if (isUnchanged(entry, incoming.headers['if-none-match'])) {
      outgoing.writeHead(304, withId(entry.unchanged, id)).end()
      return 304
    }
    const encoding = chooseEncoding(incoming.headers['accept-encoding'])
    outgoing.writeHead(entry.status, withId(entry.headers[encoding], id))
    outgoing.end(incoming.method === 'HEAD' ? undefined : entry.bodies[encoding])
    return entry.status
  }

  /** One list for all requests of a cached answer: Node serializes it in writeHead, and a copy took a tenth of the request's time. */
  function withId(cached: string[], id: string): string[] {
    let headers = headerLists.get(cached)
    if (!headers) headerLists.set(cached, (headers = [...cached, ...extra, 'x-request-id', '']))
    headers[headers.length - 1] = id
    return headers
  }
}

const hostname = /^(?:[\w.~%!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** Why RFC 9112 requires 400 for these headers, before anything is served. */
function headerIssueOf(incoming: IncomingMessage): string | null {
  if (!hasOneHost(incoming)) return 'The Host header is missing, repeated or not a host.'
  // Node fails on a coding it doesn't know only after its listener has begun to answer.
  const coding = incoming.headers['transfer-encoding']
  return coding === undefined || coding.toLowerCase() === 'chunked' ? null : 'The Transfer-Encoding is not “chunked”.'
}

/** Only HTTP/1.0 may omit Host; Node refuses HTTP/1.1 without it, and accepts a second one. */
function hasOneHost({ headers: { host }, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
  if (host === undefined) return httpVersionMinor === 0
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count === 1 && hostname.test(host)
}

/** The target is not a valid URL, so there is no Request to pass on. */
function invalidUrlResponse(extra: readonly string[]): Response {
  const requestId = nextRequestId()
  const response = problemResponse(problem('bad-request', { detail: 'The request target is not a valid URL.' }), requestId)
  for (const [name, value] of Object.entries({ ...baseHeaders, 'cache-control': 'no-store', 'x-request-id': requestId }))
    response.headers.set(name, value)
  for (const [at, name] of extra.entries()) if (at % 2 === 0) response.headers.set(name, extra[at + 1] ?? '')
  return response
}
