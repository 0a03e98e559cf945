import { z } from 'zod'
import type { ProviderEvent } from '../billing.ts'
import type { Prices } from './prices.ts'
import { readToldInvoice } from './read-invoice.ts'
import { Reference } from './read-subscription.ts'
import { Seconds } from './shapes.ts'

const EventThere = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('event'),
  type: z.string().min(1).max(100),
  created: Seconds,
  data: z.object({
    object: z.looseObject({ id: z.string().optional(), object: z.string() }),
    previous_attributes: z.looseObject({ customer: z.unknown().optional() }).nullish(),
  }),
})

const Named = z.object({
  customer: Reference.nullish(),
  subscription: Reference.nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: Reference }).nullish() }).nullish(),
})

/**
 * Stripe's events contain only the id of the payment card, so a subscription in an event is incomplete and always read again.
 * Invoices are complete except for refunds, and for their plan while prices cannot be read.
 */
export function readEvent(raw: unknown, prices: Pick<Prices, 'planOf' | 'canName'>): ProviderEvent {
  const { id, type, created, data } = EventThere.parse(raw)
  const thing = data.object
  return {
    id,
    kind: type,
    at: new Date(created * 1000),
    customerId: customerOf(thing) ?? customerOf(data.previous_attributes ?? {}),
    subscriptionId: subscriptionOf(thing),
    subscription: null,
    invoice: thing.object === 'invoice' ? readToldInvoice(thing, prices) : null,
    checkout: checkoutOf(type, thing.id),
    payload: raw,
  }
}

const named = (thing: unknown) => Named.safeParse(thing).data

/** What it is about belongs to a customer, or is one. */
function customerOf(thing: Record<string, unknown>): string | null {
  if (thing['object'] === 'customer' && typeof thing['id'] === 'string') return thing['id']
  return named(thing)?.customer ?? null
}

/** Which one it is, or which it belongs to; an invoice names it one step deeper. */
function subscriptionOf(thing: Record<string, unknown>): string | null {
  if (thing['object'] === 'subscription' && typeof thing['id'] === 'string') return thing['id']
  const there = named(thing)
  return there?.subscription ?? there?.parent?.subscription_details?.subscription ?? null
}

function checkoutOf(type: string, id: string | undefined): ProviderEvent['checkout'] {
  if (id && type === 'checkout.session.completed') return { id, state: 'complete' }
  return id && type === 'checkout.session.expired' ? { id, state: 'expired' } : null
}
