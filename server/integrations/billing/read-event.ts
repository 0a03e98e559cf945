import { z } from 'zod'
import type { ProviderEvent } from '../billing.ts'
import type { Prices } from './prices.ts'
import { readEventInvoice } from './read-invoice.ts'
import { Reference } from './read-subscription.ts'
import { Seconds } from './stripe-schemas.ts'

const StripeEvent = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('event'),
  type: z.string().min(1).max(100),
  created: Seconds,
  data: z.object({
    object: z.looseObject({ id: z.string().optional(), object: z.string() }),
    previous_attributes: z.looseObject({ customer: z.unknown().optional() }).nullish(),
  }),
})

const References = z.object({
  customer: Reference.nullish(),
  subscription: Reference.nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: Reference }).nullish() }).nullish(),
})

/**
 * Events contain only the id of the payment card, so a subscription in an event is incomplete and always fetched again. Invoices
 * are complete except for refunds, and for the plan while prices cannot be read.
 */
export function readEvent(raw: unknown, prices: Pick<Prices, 'planOf' | 'canName'>): ProviderEvent {
  const { id, type, created, data } = StripeEvent.parse(raw)
  const object = data.object
  return {
    id,
    kind: type,
    at: new Date(created * 1000),
    customerId: customerOf(object) ?? customerOf(data.previous_attributes ?? {}),
    subscriptionId: subscriptionOf(object),
    invoice: object.object === 'invoice' ? readEventInvoice(object, prices) : null,
    checkout: checkoutOf(type, object.id),
    payload: raw,
  }
}

const readReferences = (object: unknown) => References.safeParse(object).data

/** The customer that the object is or belongs to. */
function customerOf(object: Record<string, unknown>): string | null {
  if (object['object'] === 'customer' && typeof object['id'] === 'string') return object['id']
  return readReferences(object)?.customer ?? null
}

/** The subscription that the object is or belongs to; an invoice names it in `parent`. */
function subscriptionOf(object: Record<string, unknown>): string | null {
  if (object['object'] === 'subscription' && typeof object['id'] === 'string') return object['id']
  const references = readReferences(object)
  return references?.subscription ?? references?.parent?.subscription_details?.subscription ?? null
}

function checkoutOf(type: string, id: string | undefined): ProviderEvent['checkout'] {
  if (id && type === 'checkout.session.completed') return { id, state: 'complete' }
  return id && type === 'checkout.session.expired' ? { id, state: 'expired' } : null
}
