import type { Breaker } from './breaker.ts'

/** What a provider said, or why nothing came. Never thrown: whoever asks outside expects to be let down. */
export type ProviderAnswer = { ok: true; status: number; body: unknown } | { ok: false; reason: string }

/** With a `form` it is posted, without it is a plain question. */
type Call = { headers?: Record<string, string>; form?: Record<string, string>; timeoutMs?: number; bytesMax?: number; breaker?: Breaker }

const usual = { timeoutMs: 5000, bytesMax: 1_000_000 }

/**
 * Asks a service the operator named, and reads its JSON. Bounded in time and size; a redirect is not followed, because
 * it would lead to somebody nobody named.
 */
export async function callProvider(url: URL, { breaker, ...call }: Call = {}): Promise<ProviderAnswer> {
  if (breaker && breaker.rests() > 0) return { ok: false, reason: 'resting' }
  const answer = await ask(url, call)
  breaker?.went(answer.ok || !isItsFault(answer.reason))
  return answer
}

/** A no is an answer. */
const isItsFault = (reason: string) => /^(timeout|unreachable|not-json|status-(429|5\d\d))$/.test(reason)

async function ask(url: URL, { headers = {}, form, timeoutMs, bytesMax }: Omit<Call, 'breaker'>): Promise<ProviderAnswer> {
  try {
    const response = await fetch(url, {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      headers: { accept: 'application/json', 'user-agent': 'Carte (self-hosted business cards)', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs ?? usual.timeoutMs),
    })
    const text = await readAtMost(response, bytesMax ?? usual.bytesMax)
    if (text === null) return { ok: false, reason: 'too-large' }
    if (!response.ok) return { ok: false, reason: `status-${response.status}` }
    return { ok: true, status: response.status, body: JSON.parse(text) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

async function readAtMost(response: Response, bytesMax: number): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    // Leaving the loop closes the stream: the rest is never fetched.
    if (bytes > bytesMax) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'not-json'
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
}
