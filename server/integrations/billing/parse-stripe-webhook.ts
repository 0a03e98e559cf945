import type { WebhookResult } from '../billing.ts'
import type { Prices } from './prices.ts'
import { readEvent } from './read-event.ts'
import type { StripeClient } from './stripe-client.ts'

const toleranceSeconds = 300

/** Verifies the signature over the raw body and its time, within five minutes in either direction, and parses the event. */
export async function parseStripeWebhook(
  { open }: Pick<StripeClient, 'open'>,
  secret: string,
  prices: Pick<Prices, 'planOf' | 'canName' | 'prepare'>,
  { raw, headers, now }: { raw: Uint8Array; headers: Headers; now: Date },
): Promise<WebhookResult> {
  const signature = headers.get('stripe-signature') ?? ''
  const { signature: verifier } = (await open()).webhooks
  if (!verifier) return { ok: false, reason: 'forged' }
  try {
    await verifier.verifyHeaderAsync(raw, signature, secret, 0)
  } catch {
    return { ok: false, reason: 'forged' }
  }
  // The package accepts signatures from the future, so the time is checked here.
  const pendingLoginSeconds = Math.abs(now.getTime() / 1000 - signedAt(signature))
  if (!(pendingLoginSeconds <= toleranceSeconds)) return { ok: false, reason: 'stale' }
  await prices.prepare()
  try {
    return { ok: true, event: readEvent(storableJson(JSON.parse(new TextDecoder().decode(raw))), prices) }
  } catch {
    return { ok: false, reason: 'unreadable' }
  }
}

/** The last `t=` counts, as in the package’s check. */
function signedAt(signature: string): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='))
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10)
}

const depthMax = 100

/**
 * Replaces what PostgreSQL’s JSON cannot store, NUL and lone surrogates: better to lose a character than the event.
 */
function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > depthMax) throw new RangeError('nested too deeply')
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [storableText(name), storableJson(item, depth + 1)]))
}

const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
