import { readRetryAfter } from '#common/read-retry-after.ts'
import type { NoAnswerReason } from '#contract/connections.ts'
import { createBreakers, type Breakers } from './breaker.ts'
import type { AllowedHosts } from './guard/allowed-hosts.ts'
import { BlockedCallError } from './guard/blocked-call-error.ts'
import { guardedFetch, type GuardOptions, type Reply } from './guard/guarded-fetch.ts'

/** `status` is null if there was no answer, which has a reason then; `answer` is the beginning of it. */
export type ReceiverAnswer = {
  status: number | null
  tookMs: number
  answer: string
  reason: NoAnswerReason | null
  retryAfterSeconds: number | null
}
/** Not called now: the host or the address failed repeatedly, or several calls to the address are still unanswered. */
export type ReceiverPause = { pausedSeconds: number }

type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  headers: Record<string, string>
  body?: string
  /** An answer that repeats these is returned without them. */
  secrets?: readonly string[]
  /** The owner’s key at a host that many owners share: limits count calls per key, otherwise per address. */
  key?: string
}
export type ReceiverClient = (url: string, request: Request) => Promise<ReceiverAnswer | ReceiverPause>

export type ReceiverOptions = { timeoutMs?: number; resolve?: GuardOptions['resolve'] }
type Client = ReceiverOptions & { allow: AllowedHosts; agent: string; breakers: Breakers }

/** Slow calls to one address, or with one key, at a time: each occupies a worker until it times out. */
const slowCallsMax = 5
const slowPauseSeconds = 5

/** Enough for the first chunk of a longer answer; of all only the beginning is stored. */
const answerBytesMax = 128_000
const answerLengthMax = 1000

/** Header values are Latin-1. */
export const headerText = (productName: string) => productName.replaceAll(/[^\x20-\x7e]/g, '') || 'Carte'

/**
 * Calls receivers of events with JSON, through the guard and two circuit breakers. A host often belongs to many: only a connection that
 * can’t be made counts against it. How long its answer takes, an owner may choose, so that counts against their address or key alone.
 */
export function createReceiverClient({ allow, agent, breakers, timeoutMs = 15_000, resolve }: Client): ReceiverClient {
  const fetch = guardedFetch({ allow, ...(resolve ? { resolve } : {}) })
  const slowMs = timeoutMs / 8
  // Without a log: an address may contain a secret.
  const targets = createBreakers()
  const slowCalls = new Map<string, number>()
  const countSlow = (target: string, change: 1 | -1) => {
    const count = (slowCalls.get(target) ?? 0) + change
    if (count > 0) slowCalls.set(target, count)
    else slowCalls.delete(target)
  }

  return async (url, { method, headers, body, secrets = [], key }) => {
    const target = key ?? url
    if ((slowCalls.get(target) ?? 0) >= slowCallsMax) return { pausedSeconds: slowPauseSeconds }
    const ofHost = breakers.of(`webhook ${new URL(url).host}`)
    const ofTarget = targets.of(target)
    for (const breaker of [ofTarget, ofHost]) {
      const pausedSeconds = breaker.retryAfterSeconds()
      if (pausedSeconds > 0) return { pausedSeconds }
    }
    let isConnected = false
    const since = performance.now()
    let isSlow = false
    const slowTimer = setTimeout(() => {
      isSlow = true
      countSlow(target, 1)
    }, slowMs)
    const took = () => Math.round(performance.now() - since)
    try {
      const reply = await fetch(new URL(url), {
        method,
        ...(body === undefined ? {} : { body }),
        headers: { ...headers, 'user-agent': agent, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        timeoutMs,
        bytesMax: answerBytesMax,
        isStatusEnough: true,
        onConnected: () => (isConnected = true),
      })
      ofHost.record(true)
      ofTarget.record(true)
      targets.forget(target)
      const retryAfterSeconds = readRetryAfter(reply.headers.get('retry-after'), Date.parse(reply.headers.get('date') ?? ''))
      return { status: reply.status, tookMs: took(), answer: readAnswer(reply, secrets), reason: null, retryAfterSeconds }
    } catch (error) {
      // A blocked call says nothing about the receiver.
      const isBlocked = error instanceof BlockedCallError
      const isHostThere = isBlocked || isConnected
      const wasOpen = ofTarget.isOpen()
      ofTarget.record(isBlocked || !isConnected)
      if (key === undefined || !isHostThere) ofHost.record(isHostThere)
      // If calls with several keys get no answer, the host itself is failing.
      else if (ofHost.isOpen() || ofTarget.isOpen() !== wasOpen) ofHost.record(false)
      return { status: null, tookMs: took(), answer: '', reason: reasonOf(error), retryAfterSeconds: null }
    } finally {
      clearTimeout(slowTimer)
      if (isSlow) countSlow(target, -1)
    }
  }
}

/** One line of text: it is shown to the owner. */
function readAnswer({ body }: Reply, secrets: readonly string[]): string {
  const text = new TextDecoder().decode(body).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
  // Before truncating, which could leave the beginning of a secret.
  const safe = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return [...safe.trim()].slice(0, answerLengthMax).join('')
}

function reasonOf(error: unknown): NoAnswerReason {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'blocked-address') return 'private'
  if (code === 'blocked-host') return 'blocked'
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'host'
  if (/CERT|TLS|SSL|^UNABLE_TO|^HOSTNAME_MISMATCH|EPROTO/.test(code)) return 'certificate'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'closed'
  return code.startsWith('HPE_') || code === 'blocked-upgrade' ? 'not-http' : 'unreachable'
}
