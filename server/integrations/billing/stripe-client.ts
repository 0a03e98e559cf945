import type Stripe from 'stripe'
import { ZodError } from 'zod'
import type { Settings } from '#server/settings.ts'
import { ProviderError, type AsOf } from '../billing.ts'
import type { Breaker } from '../breaker.ts'
import { asFetch } from '../guard/as-fetch.ts'
import { guardedFetch } from '../guard/guarded-fetch.ts'
import { allowHost } from '../guard/allowed-hosts.ts'
import { isDown, toProviderError } from './stripe-errors.ts'

export type StripeSettings = Pick<Settings, 'stripeSecretKey' | 'stripeUrl'>

/** Enough for a page of a hundred invoices. */
const bytesMax = 20_000_000

export type StripeClient = {
  /** Converts every failure to `ProviderError`. */
  call<T>(act: (stripe: Stripe) => Promise<T>): Promise<T>
  open(): Promise<Stripe>
}

/** Loads the package at the first call, so that installations without Stripe never load it. */
export function createStripeClient(settings: StripeSettings, timeoutMs = 10_000, breaker: Breaker): StripeClient {
  let loading: Promise<Stripe> | null = null
  const open = () => (loading ??= createClient(settings, timeoutMs))
  return {
    open,
    async call(act) {
      if (breaker.retryAfterSeconds() > 0) throw new ProviderError('unavailable', 'circuit-open')
      try {
        const answer = await act(await open())
        breaker.record(true)
        return answer
      } catch (error) {
        breaker.record(!isDown(error))
        throw toProviderError(error)
      }
    },
  }
}

async function createClient({ stripeSecretKey, stripeUrl }: StripeSettings, timeout: number): Promise<Stripe> {
  const { default: Stripe } = await import('stripe')
  const { hostname, port, protocol } = new URL(stripeUrl)
  const isHttp = protocol === 'http:'
  return new Stripe(stripeSecretKey, {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    protocol: isHttp ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(
      objectsOnly(asFetch(guardedFetch({ allow: allowHost(stripeUrl) }), { timeoutMs: timeout, bytesMax })),
    ),
    maxNetworkRetries: 1,
    telemetry: false,
    timeout,
  })
}

/**
 * On JSON that is not an object the package leaves its call pending and rejects an unhandled promise. An empty response makes it throw
 * its own error instead.
 */
function objectsOnly(fetch: ReturnType<typeof asFetch>): ReturnType<typeof asFetch> {
  return async (...args) => {
    const answer = await fetch(...args)
    const text = await answer.clone().text()
    return /^\s*\{/.test(text) ? answer : new Response('', { status: answer.ok ? 502 : answer.status, headers: answer.headers })
  }
}

/** Reads each object of a page by itself, so that one that can’t be read doesn’t hide the others. */
export function readEach<T>(page: Stripe.ApiList<{ id: string }>, read: (raw: unknown) => T | null) {
  const unreadable: string[] = []
  const objects = page.data.flatMap((raw) => {
    try {
      return read(raw) ?? []
    } catch (error) {
      if (!(error instanceof ZodError)) throw error
      unreadable.push(raw.id)
      return []
    }
  })
  return { objects, unreadable, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null }
}

/** A value with the time of the response’s `date` header, Stripe’s clock. */
export function asOf<T>(value: T, { lastResponse }: Pick<Stripe.Response<object>, 'lastResponse'>): AsOf<T> {
  const date = Date.parse(new Headers(lastResponse.headers).get('date') ?? '')
  if (Number.isNaN(date)) throw toProviderError(null)
  return { value, at: new Date(date) }
}
