import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { CallRefused } from './call-refused.ts'
import { guardedLookup, refuseAddress, type Resolver } from './guarded-lookup.ts'
import { reachOf, type Reach, type Whom } from './whom.ts'

export type Way = {
  whom: Whom
  /** A CA certificate for hosts that the administrator configured. */
  ca?: Buffer | undefined
  resolve?: Resolver
}
export type Call = {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** From the DNS lookup to the last byte. */
  timeoutMs: number
  bytesMax: number
  /** Until the status arrives, if that is to be sooner. */
  answerMs?: number
  signal?: AbortSignal
  /** Once the status has arrived, an incomplete body is no failure. */
  isStatusEnough?: boolean
}
export type Reply = { status: number; headers: Headers; body: Buffer }
export type GuardedFetch = (url: URL, call: Call) => Promise<Reply>

/** How long an idle connection stays open; most servers keep theirs a little longer. */
const keptMs = 4000
const headerBytesMax = 16_384

/**
 * The only HTTP client for outgoing calls: to allowed hosts, at checked addresses, with limits on time and size. It does not follow
 * redirects, send or store cookies, or decompress bodies.
 */
export function guardedFetch({ whom, ca, resolve }: Way): GuardedFetch {
  const agents = { known: agentsFor('known', resolve), named: agentsFor('named', resolve, ca) }

  return async (url, { method = 'GET', headers = {}, body, timeoutMs, answerMs = timeoutMs, signal, ...limits }) => {
    const reach = reachOf(url, whom)
    if (!reach) throw new CallRefused('host')
    refuseAddress(url.hostname, reach)
    const options = { method, headers: { ...headers, 'accept-encoding': 'identity' }, maxHeaderSize: headerBytesMax }
    const { tls, plain } = agents[reach]
    const asked = url.protocol === 'https:' ? request(url, { ...options, agent: tls }) : plainRequest(url, { ...options, agent: plain })
    let ended: Error | null = null
    const stop = (reason: Error) => asked.destroy((ended ??= reason))
    const late = () => stop(new DOMException('too slow', 'TimeoutError'))
    const whole = setTimeout(late, timeoutMs)
    const first = setTimeout(late, answerMs)
    const left = () => stop(reasonOf(signal))
    signal?.addEventListener('abort', left)
    try {
      if (signal?.aborted) left()
      const answer = await answerTo(asked, body)
      clearTimeout(first)
      return await readAnswer(answer, limits)
    } catch (error) {
      throw ended ?? error
    } finally {
      clearTimeout(first)
      clearTimeout(whole)
      signal?.removeEventListener('abort', left)
    }
  }
}

const reasonOf = (signal?: AbortSignal): Error =>
  signal?.reason instanceof Error ? signal.reason : new DOMException('stopped', 'AbortError')

/** One connection pool per kind of reach, so that none is reused where stricter rules apply. */
function agentsFor(reach: Reach, resolve?: Resolver, ca?: Buffer) {
  const options = { keepAlive: true, timeout: keptMs, lookup: guardedLookup(reach, resolve) }
  return { tls: new Agent(ca ? { ...options, ca } : options), plain: new PlainAgent(options) }
}

function answerTo(asked: ClientRequest, body?: Uint8Array | string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.on('response', resolve)
    asked.on('error', reject)
    asked.end(body)
  })
}

async function readAnswer(
  answer: IncomingMessage,
  { bytesMax, isStatusEnough }: Pick<Call, 'bytesMax' | 'isStatusEnough'>,
): Promise<Reply> {
  const { statusCode: status = 0 } = answer
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) if (name !== 'set-cookie') headers.set(name, String(value))
  const pieces: Buffer[] = []
  try {
    if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) throw new CallRefused('encoded')
    let bytes = 0
    for await (const piece of answer) {
      bytes += piece.length
      if (bytes > bytesMax) throw new CallRefused('too-large')
      pieces.push(piece)
    }
  } catch (error) {
    answer.destroy()
    if (!isStatusEnough) throw error
  }
  return { status, headers, body: Buffer.concat(pieces) }
}
