import type { Breaker } from './breaker.ts'
import { isCallRefused } from './guard/call-refused.ts'
import { guardedFetch, type GuardedFetch } from './guard/guarded-fetch.ts'
import { whomAt } from './guard/whom.ts'

/** What a provider said, or why nothing came. Never thrown: whoever asks outside expects to be let down. */
type ProviderAnswer = { ok: true; status: number; body: unknown } | { ok: false; reason: string }

/** With a `form` it is posted, without it is a plain question. */
type Call = { headers?: Record<string, string>; form?: Record<string, string> }
type Limits = { timeoutMs?: number; bytesMax?: number; breaker?: Breaker | undefined }
export type Provider = (url: URL, call?: Call) => Promise<ProviderAnswer>

const usual = { timeoutMs: 5000, bytesMax: 1_000_000 }

/** Asks the service at this address, and nobody else, and reads its JSON. Bounded in time and size. */
export function providerAt(base: string, { breaker, timeoutMs = usual.timeoutMs, bytesMax = usual.bytesMax }: Limits = {}): Provider {
  const fetch = guardedFetch({ whom: whomAt(base) })
  return async (url, call = {}) => {
    if (breaker && breaker.rests() > 0) return { ok: false, reason: 'resting' }
    const answer = await ask(fetch, url, { ...call, timeoutMs, bytesMax })
    breaker?.went(answer.ok || !isItsFault(answer.reason))
    return answer
  }
}

/** A no is an answer. */
const isItsFault = (reason: string) => /^(timeout|unreachable|not-json|status-(429|5\d\d))$/.test(reason)

async function ask(
  fetch: GuardedFetch,
  url: URL,
  { headers = {}, form, timeoutMs, bytesMax }: Call & { timeoutMs: number; bytesMax: number },
): Promise<ProviderAnswer> {
  const usualHeaders = { accept: 'application/json', 'user-agent': 'Carte (self-hosted business cards)' }
  const posted = { method: 'POST', body: String(new URLSearchParams(form)) }
  const typed = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  try {
    const { status, body } = await fetch(url, {
      ...(form ? posted : {}),
      headers: { ...usualHeaders, ...(form ? typed : {}), ...headers },
      timeoutMs,
      bytesMax,
    })
    if (status < 200 || status > 299) return { ok: false, reason: `status-${status}` }
    return { ok: true, status, body: JSON.parse(body.toString('utf8')) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'not-json'
  if (isCallRefused(error)) return error.code.replace('refused-', '')
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
}
