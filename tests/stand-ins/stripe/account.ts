import { randomBytes } from 'node:crypto'
import type {
  Charge,
  CheckoutSession,
  Customer,
  Invoice,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Refund,
  StripeEvent,
  Subscription,
} from './objects.ts'
import type { StripeTime } from './time.ts'

export const apiVersion = '2026-10-28.endive'

/** All objects of one Stripe account. Maps are in creation order. */
export type Account = {
  url: string
  time: StripeTime
  products: Map<string, Product>
  prices: Map<string, Price>
  customers: Map<string, Customer>
  paymentMethods: Map<string, PaymentMethod>
  /** Cards that the bank declines. */
  declining: Set<string>
  sessions: Map<string, { session: CheckoutSession; options: CheckoutOptions }>
  portals: Map<string, PortalSession>
  subscriptions: Map<string, Subscription>
  invoices: Map<string, Invoice>
  charges: Map<string, Charge>
  intents: Map<string, PaymentIntent>
  refunds: Map<string, Refund>
  events: StripeEvent[]
  /** The account’s settings in Stripe. */
  rules: { afterRetries: 'canceled' | 'unpaid'; retryDays: number[]; portalIsSetUp: boolean; portalSwitchesPlans: boolean }
  endpoints: { url: string; status: 'enabled' | 'disabled'; enabled_events: string[] }[]
  /** Receives new events. */
  onEvent: (event: StripeEvent) => void
}

export type CheckoutOptions = {
  price: string
  metadata: Record<string, string>
  trialEnd: number | null
  missingCard: 'pause' | 'cancel' | 'create_invoice'
  hasTax: boolean
}

export function anAccount(time: StripeTime): Account {
  return {
    url: '',
    time,
    products: new Map(),
    prices: new Map(),
    customers: new Map(),
    paymentMethods: new Map(),
    declining: new Set(),
    sessions: new Map(),
    portals: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    charges: new Map(),
    intents: new Map(),
    refunds: new Map(),
    events: [],
    rules: { afterRetries: 'canceled', retryDays: [3, 5, 7], portalIsSetUp: true, portalSwitchesPlans: true },
    endpoints: [],
    onEvent: () => {},
  }
}

/** Unique across stand-ins: tests of one file may share a database. */
export const idOf = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex')}`

export const listOf = <T>(url: string, data: T[]) => ({ object: 'list' as const, url, has_more: false, data })

/** Records an event with the current object and its previous attributes, and sends it. */
export function emitEvent(account: Account, type: string, thing: StripeEvent['data']['object'], before?: Record<string, unknown>) {
  const { payments: _, ...object } = structuredClone(thing) as typeof thing & { payments?: unknown }
  const event: StripeEvent = {
    id: idOf('evt'),
    object: 'event',
    api_version: apiVersion,
    created: account.time.seconds(),
    data: { object, ...(before ? { previous_attributes: before } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  account.events.push(event)
  account.onEvent(event)
}
