import type { Breaker } from './breaker.ts'
import { BlockedCallError } from './guard/blocked-call-error.ts'
import { guardedFetch, type GuardedFetch } from './guard/guarded-fetch.ts'
import { allowHost } from './guard/allowed-hosts.ts'

/** The parsed response, or the reason for the failure. Failures are results, not exceptions: callers must expect them. */
type ProviderAnswer = { ok: true; status: number; body: unknown } | { ok: false; reason: string }

/** With a `form` it is a POST, without it a GET. */
type Call = { headers?: Record<string, string>; form?: Record<string, string> }
type Limits = { timeoutMs?: number; bytesMax?: number; breaker?: Breaker | undefined }
export type JsonClient = (url: URL, call?: Call) => Promise<ProviderAnswer>

const defaults = { timeoutMs: 5000, bytesMax: 1_000_000 }

/** A client for the JSON API at this address. It calls no other host and limits time and size. */
export function createJsonClient(
  base: string,
  { breaker, timeoutMs = defaults.timeoutMs, bytesMax = defaults.bytesMax }: Limits = {},
): JsonClient {
  const fetch = guardedFetch({ allow: allowHost(base) })
  return async (url, call = {}) => {
    if (breaker && breaker.retryAfterSeconds() > 0) return { ok: false, reason: 'circuit-open' }
    const answer = await send(fetch, url, { ...call, timeoutMs, bytesMax })
    breaker?.record(answer.ok || !isProviderFailure(answer.reason))
    return answer
  }
}

/** Other 4xx responses are rejections, not outages. */
const isProviderFailure = (reason: string) => /^(timeout|unreachable|not-json|status-(429|5\d\d))$/.test(reason)

async function send(
  fetch: GuardedFetch,
  url: URL,
  { headers = {}, form, timeoutMs, bytesMax }: Call & { timeoutMs: number; bytesMax: number },
): Promise<ProviderAnswer> {
  const defaultHeaders = { accept: 'application/json', 'user-agent': 'Carte (self-hosted business cards)' }
  const postOptions = { method: 'POST', body: String(new URLSearchParams(form)) }
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  try {
    const { status, body } = await fetch(url, {
      ...(form ? postOptions : {}),
      headers: { ...defaultHeaders, ...(form ? formHeaders : {}), ...headers },
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
  if (error instanceof BlockedCallError) return error.code.replace('blocked-', '')
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
}
