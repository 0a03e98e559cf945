import type Stripe from 'stripe'
import type { Settings } from '#server/settings.ts'
import { ProviderTrouble, type AsOf } from '../billing.ts'
import type { Breaker } from '../breaker.ts'
import { asFetch } from '../guard/as-fetch.ts'
import { guardedFetch } from '../guard/guarded-fetch.ts'
import { whomAt } from '../guard/whom.ts'
import { isDown, troubleOf } from './trouble.ts'

export type StripeSettings = Pick<Settings, 'stripeSecretKey' | 'stripeUrl'>

/** A hundred invoices, with room. */
const bytesMax = 20_000_000

export type StripeClient = {
  /** Whatever goes wrong comes as `ProviderTrouble`. */
  ask<T>(act: (stripe: Stripe) => Promise<T>): Promise<T>
  open(): Promise<Stripe>
}

/** The package is loaded at the first call: an installation without Stripe never has it in memory. */
export function createStripeClient(settings: StripeSettings, timeoutMs = 10_000, breaker: Breaker): StripeClient {
  let opening: Promise<Stripe> | null = null
  const open = () => (opening ??= begin(settings, timeoutMs))
  return {
    open,
    async ask(act) {
      if (breaker.rests() > 0) throw new ProviderTrouble('away', 'stripe-left-alone')
      try {
        const answer = await act(await open())
        breaker.went(true)
        return answer
      } catch (error) {
        breaker.went(!isDown(error))
        throw troubleOf(error)
      }
    },
  }
}

async function begin({ stripeSecretKey, stripeUrl }: StripeSettings, timeout: number): Promise<Stripe> {
  const { default: Stripe } = await import('stripe')
  const { hostname, port, protocol } = new URL(stripeUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(stripeSecretKey, {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(
      objectsOnly(asFetch(guardedFetch({ whom: whomAt(stripeUrl) }), { timeoutMs: timeout, bytesMax })),
    ),
    maxNetworkRetries: 1,
    telemetry: false,
    timeout,
  })
}

/**
 * On JSON that is no object the package rejects a promise that nobody waits for, and never answers. As an answer that cannot be
 * read it is one of its own faults.
 */
function objectsOnly(fetch: ReturnType<typeof asFetch>): ReturnType<typeof asFetch> {
  return async (...asked) => {
    const answer = await fetch(...asked)
    const text = await answer.clone().text()
    return /^\s*\{/.test(text) ? answer : new Response('', { status: answer.ok ? 502 : answer.status, headers: answer.headers })
  }
}

/** What was read, at the moment Stripe's own clock showed when it answered. */
export function asOf<T>(it: T, { lastResponse }: Pick<Stripe.Response<object>, 'lastResponse'>): AsOf<T> {
  const told = Date.parse(new Headers(lastResponse.headers).get('date') ?? '')
  if (Number.isNaN(told)) throw troubleOf(null)
  return { it, at: new Date(told) }
}
