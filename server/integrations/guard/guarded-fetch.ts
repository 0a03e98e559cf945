import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { BlockedCallError } from './blocked-call-error.ts'
import { guardedLookup, refuseAddress } from './guarded-lookup.ts'
import { reachOf, type Reach, type AllowedHosts } from './allowed-hosts.ts'
import type { Resolver } from './resolver.ts'

export type GuardOptions = {
  allow: AllowedHosts
  /** A CA certificate for hosts that the administrator configured. */
  ca?: Buffer | undefined
  resolve?: Resolver
}
export const anyPublicHost: GuardOptions = { allow: { configured: [], listed: 'any' } }

export type Call = {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** From the DNS lookup to the last byte. */
  timeoutMs: number
  bytesMax: number
  /** A shorter limit until the status arrives. */
  answerMs?: number
  signal?: AbortSignal
  /** An incomplete body after the status is not an error. */
  isStatusEnough?: boolean
  /** The host accepted the connection: it is there, whatever becomes of the request. */
  onConnected?: () => void
}
export type Reply = { status: number; headers: Headers; body: Buffer }
export type GuardedFetch = (url: URL, call: Call) => Promise<Reply>

/** How long an idle connection stays open; most servers keep theirs a little longer. */
const idleMs = 4000
const headerBytesMax = 16_384

/**
 * The only HTTP client for outgoing calls: to allowed hosts, at checked addresses, with limits on time and size. It does not follow
 * redirects, send or store cookies, or decompress bodies.
 */
export function guardedFetch({ allow, ca, resolve }: GuardOptions): GuardedFetch {
  const agents = { listed: agentsFor('listed', resolve), configured: agentsFor('configured', resolve, ca) }

  return async (url, { method = 'GET', headers = {}, body, timeoutMs, answerMs = timeoutMs, signal, onConnected, ...limits }) => {
    const reach = reachOf(url, allow)
    if (!reach) throw new BlockedCallError('host')
    refuseAddress(url.hostname, reach)
    const options = { method, headers: { ...headers, 'accept-encoding': 'identity' }, maxHeaderSize: headerBytesMax }
    const { tls, plain } = agents[reach]
    const outgoing = url.protocol === 'https:' ? request(url, { ...options, agent: tls }) : plainRequest(url, { ...options, agent: plain })
    if (onConnected)
      outgoing.on('socket', (socket) => {
        if (outgoing.reusedSocket) onConnected()
        else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnected)
      })
    let abortReason: Error | null = null
    const stop = (reason: Error) => outgoing.destroy((abortReason ??= reason))
    const onTimeout = () => stop(new DOMException('timed out', 'TimeoutError'))
    const totalTimer = setTimeout(onTimeout, timeoutMs)
    const responseTimer = setTimeout(onTimeout, answerMs)
    const onAbort = () => stop(reasonOf(signal))
    signal?.addEventListener('abort', onAbort)
    try {
      if (signal?.aborted) onAbort()
      const response = await awaitResponse(outgoing, body)
      clearTimeout(responseTimer)
      return await readResponse(response, limits)
    } catch (error) {
      throw abortReason ?? error
    } finally {
      clearTimeout(responseTimer)
      clearTimeout(totalTimer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

const reasonOf = (signal?: AbortSignal): Error =>
  signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError')

/** One connection pool per kind of reach, so that none is reused where stricter rules apply. */
function agentsFor(reach: Reach, resolve?: Resolver, ca?: Buffer) {
  const options = { keepAlive: true, timeout: idleMs, lookup: guardedLookup(reach, resolve) }
  return { tls: new Agent(ca ? { ...options, ca } : options), plain: new PlainAgent(options) }
}

function awaitResponse(outgoing: ClientRequest, body?: Uint8Array | string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    // Without this listener, Node closes the connection after `101 Switching Protocols` and emits neither response nor error.
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new BlockedCallError('upgrade'))
    })
    outgoing.on('close', () => reject(new Error('The connection was closed without an answer.')))
    outgoing.end(body)
  })
}

async function readResponse(
  response: IncomingMessage,
  { bytesMax, isStatusEnough }: Pick<Call, 'bytesMax' | 'isStatusEnough'>,
): Promise<Reply> {
  const { statusCode: status = 0 } = response
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) if (name !== 'set-cookie') headers.set(name, String(value))
  const chunks: Buffer[] = []
  try {
    if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) throw new BlockedCallError('encoded')
    let bytes = 0
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new BlockedCallError('too-large')
      chunks.push(chunk)
    }
  } catch (error) {
    response.destroy()
    if (!isStatusEnough) throw error
  }
  return { status, headers, body: Buffer.concat(chunks) }
}
