import { z } from 'zod'
import { offerCodes, type OfferCode } from '#contract/billing/plans.ts'
import { ProviderError } from '../billing.ts'
import { Amount } from './stripe-schemas.ts'
import type { StripeClient } from './stripe-client.ts'

export const StripePrice = z.object({
  id: z.string(),
  lookup_key: z.string().nullish(),
  product: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
})
const Terms = z.object({
  unit_amount: Amount.nullable(),
  currency: z.string(),
  recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullable(),
})
/** `terms`: null if they can’t be read. The price still names its plan. */
export type FullPrice = z.output<typeof StripePrice> & { terms: z.output<typeof Terms> | null }

/** The fields of a price that identify its plan. */
export type PriceReference = { id?: string | undefined; lookup_key?: string | null | undefined; product?: string | undefined }

export type Prices = {
  lookupKey(offer: OfferCode): string
  read(): Promise<ReadonlyMap<OfferCode, FullPrice>>
  /** Bypasses the cache. */
  refetch(): Promise<ReadonlyMap<OfferCode, FullPrice>>
  /** Loads the prices once. Fails silently; `canName` is false then. */
  prepare(): Promise<void>
  /** The monthly price of a plan. */
  priceFor(offer: OfferCode): Promise<FullPrice>
  /** The plan of a price, by the cached prices; null for prices of other products. */
  planOf(price: PriceReference, metadata: Record<string, string>): OfferCode | null
  /** False if `planOf` could be wrong because the prices are missing or out of date. */
  canName(price: PriceReference): boolean
}

const cacheMs = 10 * 60_000
const retryAfterMs = 60_000

/** Finds our prices in Stripe by lookup key; Stripe holds their ids and amounts. */
export function createPrices({ call }: StripeClient, productSlug: string, clock: { now(): Date }): Prices {
  let reading: Promise<ReadonlyMap<OfferCode, FullPrice>> | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let cached: { prices: ReadonlyMap<OfferCode, FullPrice>; until: number } | null = null
  const lookupKey = (offer: OfferCode) => `${productSlug}_${offer.toLowerCase()}`

  async function refetch() {
    const answer = await call(async (stripe) => {
      const { data } = await stripe.prices.list({ lookup_keys: offerCodes.map(lookupKey), active: true, limit: 10 })
      return data.flatMap(readPrice)
    })
    const prices = new Map(
      offerCodes.flatMap((offer) =>
        answer.filter((price) => price.lookup_key === lookupKey(offer)).map((price) => [offer, price] as const),
      ),
    )
    cached = { prices, until: clock.now().getTime() + cacheMs }
    return prices
  }

  /** Concurrent reads share one request. */
  function read() {
    if (cached && clock.now().getTime() < cached.until) return Promise.resolve(cached.prices)
    return (reading ??= refetch().finally(() => (reading = null)))
  }

  function isPriceOf(offer: OfferCode, price: PriceReference) {
    const now = cached?.prices.get(offer)
    return price.lookup_key === lookupKey(offer) || (now !== undefined && (now.id === price.id || now.product === price.product))
  }

  return {
    lookupKey,
    read,
    refetch,
    async prepare() {
      const now = clock.now().getTime()
      if (cached || now - triedAt < retryAfterMs) return
      triedAt = now
      await refetch().catch(() => {})
    },
    async priceFor(offer) {
      const price = (await read()).get(offer) ?? (await refetch()).get(offer)
      if (!price) throw new ProviderError('rejected', `no active price has the lookup key ${lookupKey(offer)}`)
      if (!price.terms) throw new ProviderError('unreadable', `the price ${lookupKey(offer)} can’t be read`)
      if (!isMonthly(price.terms)) throw new ProviderError('rejected', `the price ${lookupKey(offer)} is not monthly`)
      return price
    },
    planOf(price, metadata) {
      // Existing subscriptions keep an old price after its lookup key moved to a newer one.
      return offerCodes.find((offer) => isPriceOf(offer, price)) ?? offerCodes.find((offer) => metadata['plan_code'] === offer) ?? null
    },
    canName: (price) => offerCodes.some((offer) => isPriceOf(offer, price)) || (cached !== null && clock.now().getTime() < cached.until),
  }
}

function readPrice(raw: unknown): FullPrice[] {
  const named = StripePrice.safeParse(raw).data
  return named ? [{ ...named, terms: Terms.safeParse(raw).data ?? null }] : []
}

export const isMonthly = ({ recurring }: z.output<typeof Terms>) => recurring?.interval === 'month' && recurring.interval_count === 1
