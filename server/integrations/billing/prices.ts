import { z } from 'zod'
import { offerCodes, type OfferCode } from '#contract/billing/plans.ts'
import { ProviderTrouble } from '../billing.ts'
import { Amount } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'

export const PriceThere = z.object({
  id: z.string(),
  lookup_key: z.string().nullish(),
  product: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
})
const FullPrice = PriceThere.extend({
  unit_amount: Amount.nullable(),
  currency: z.string(),
  recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullable(),
})
export type FullPrice = z.output<typeof FullPrice>

/** As much of a price as says which plan it is. */
export type PriceNamed = { id?: string | undefined; lookup_key?: string | null | undefined; product?: string | undefined }

export type Prices = {
  lookupKey(offer: OfferCode): string
  read(): Promise<ReadonlyMap<OfferCode, FullPrice>>
  /** Read just now, not remembered. */
  readAnew(): Promise<ReadonlyMap<OfferCode, FullPrice>>
  /** Reads the prices once, to map them to plans. Fails silently; `canName` then is false. */
  prepare(): Promise<void>
  /** A monthly price to sell that plan at. */
  toSell(offer: OfferCode): Promise<FullPrice>
  /** Of what is known at the moment; null where it is none of ours. */
  planOf(price: PriceNamed, noted: Record<string, string>): OfferCode | null
  /** False where reading the prices again could name another plan: they were never read, or too long ago to know this one. */
  canName(price: PriceNamed): boolean
}

const rememberMs = 10 * 60_000
const notAgainMs = 60_000

/** Prices have names of ours in Stripe (lookup keys); their ids are Stripe's business, and what they cost is set there. */
export function createPrices({ ask }: StripeClient, productSlug: string, clock: { now(): Date }): Prices {
  let reading: Promise<ReadonlyMap<OfferCode, FullPrice>> | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let known: { prices: ReadonlyMap<OfferCode, FullPrice>; until: number } | null = null
  const lookupKey = (offer: OfferCode) => `${productSlug}_${offer.toLowerCase()}`

  async function readAnew() {
    const answer = await ask(async (stripe) => {
      const { data } = await stripe.prices.list({ lookup_keys: offerCodes.map(lookupKey), active: true, limit: 10 })
      return FullPrice.array().parse(data)
    })
    const prices = new Map(
      offerCodes.flatMap((offer) =>
        answer.filter((price) => price.lookup_key === lookupKey(offer)).map((price) => [offer, price] as const),
      ),
    )
    known = { prices, until: clock.now().getTime() + rememberMs }
    return prices
  }

  /** Many ask at once after a start, and are answered by one call. */
  function read() {
    if (known && clock.now().getTime() < known.until) return Promise.resolve(known.prices)
    return (reading ??= readAnew().finally(() => (reading = null)))
  }

  function isPriceOf(offer: OfferCode, price: PriceNamed) {
    const now = known?.prices.get(offer)
    return price.lookup_key === lookupKey(offer) || (now !== undefined && (now.id === price.id || now.product === price.product))
  }

  return {
    lookupKey,
    read,
    readAnew,
    async prepare() {
      const now = clock.now().getTime()
      if (known || now - triedAt < notAgainMs) return
      triedAt = now
      await readAnew().catch(() => {})
    },
    async toSell(offer) {
      const price = (await read()).get(offer) ?? (await readAnew()).get(offer)
      if (!price) throw new ProviderTrouble('refused', `no active price has the lookup key ${lookupKey(offer)}`)
      if (!isMonthly(price)) throw new ProviderTrouble('refused', `the price ${lookupKey(offer)} is not by the month`)
      return price
    },
    planOf(price, noted) {
      // A price that gave its key away to a newer one is still paid by whoever began with it.
      return offerCodes.find((offer) => isPriceOf(offer, price)) ?? offerCodes.find((offer) => noted['plan_code'] === offer) ?? null
    },
    canName: (price) => offerCodes.some((offer) => isPriceOf(offer, price)) || (known !== null && clock.now().getTime() < known.until),
  }
}

export const isMonthly = ({ recurring }: FullPrice) => recurring?.interval === 'month' && recurring.interval_count === 1
