import type { HeardEvent } from '../billing.ts'
import type { Prices } from './prices.ts'
import { readEvent } from './read-event.ts'
import type { StripeClient } from './stripe-client.ts'

const toleranceSeconds = 300

/** Believed for its signature over the bytes as they came, and only within five minutes of being signed, either way. */
export async function hearStripe(
  { open }: Pick<StripeClient, 'open'>,
  secret: string,
  prices: Pick<Prices, 'planOf' | 'canName' | 'prepare'>,
  { raw, headers, now }: { raw: Uint8Array; headers: Headers; now: Date },
): Promise<HeardEvent> {
  const signature = headers.get('stripe-signature') ?? ''
  const { signature: seal } = (await open()).webhooks
  if (!seal) return { ok: false, reason: 'forged' }
  try {
    await seal.verifyHeaderAsync(raw, signature, secret, 0)
  } catch {
    return { ok: false, reason: 'forged' }
  }
  // The package lets a signature from the future pass, so the time is looked at here, both ways.
  const awaySeconds = Math.abs(now.getTime() / 1000 - signedAt(signature))
  if (!(awaySeconds <= toleranceSeconds)) return { ok: false, reason: 'stale' }
  await prices.prepare()
  try {
    return { ok: true, event: readEvent(keepable(JSON.parse(new TextDecoder().decode(raw))), prices) }
  } catch {
    return { ok: false, reason: 'unreadable' }
  }
}

/** The last one counts, as it does where the signature is checked. */
function signedAt(signature: string): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='))
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10)
}

const depthMax = 100

/**
 * What was told, as PostgreSQL can keep it: its text holds no NUL and no half of a letter. An event is worth more than a letter of it,
 * so the letter is replaced and the event kept.
 */
function keepable(told: unknown, depth = 0): unknown {
  if (typeof told === 'string') return keepableText(told)
  if (typeof told !== 'object' || told === null) return told
  if (depth > depthMax) throw new RangeError('nested too deeply')
  if (Array.isArray(told)) return told.map((item) => keepable(item, depth + 1))
  return Object.fromEntries(Object.entries(told).map(([name, item]) => [keepableText(name), keepable(item, depth + 1)]))
}

const keepableText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
