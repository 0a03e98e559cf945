import type { Customer, PaymentCard } from '#contract/billing/billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'

/** A subscription at the provider. `status` is the provider’s value. */
export type ProviderSubscription = {
  id: string
  customerId: string
  /** The card’s id from the metadata. Trust it only if the customer belongs to that card. */
  subjectId: string | null
  status: string
  planCode: OfferCode
  beganAt: Date
  trialEndsAt: Date | null
  periodStartsAt: Date | null
  periodEndsAt: Date | null
  cancelAt: Date | null
  endedAt: Date | null
  /** Null: no payment method. */
  card: PaymentCard | null
}

export type ProviderInvoice = {
  id: string
  customerId: string
  subscriptionId: string | null
  number: string
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  /** Null: none of our plans. */
  planCode: OfferCode | null
  amount: number
  refunded: number
  currency: string
  issuedAt: Date
  from: Date | null
  until: Date | null
  url: string
}

/** A verified and parsed webhook event. Its data is from the time `at`. */
export type ProviderEvent = {
  id: string
  kind: string
  at: Date
  customerId: string | null
  /** Fetch it: events contain it incomplete. */
  subscriptionId: string | null
  /** A refund (`charge.refunded`) names only the customer: fetch all of its invoices, as for an invoice with an unknown plan. */
  invoice: ProviderInvoice | 'plan-unknown' | null
  checkout: { id: string; state: 'complete' | 'expired' } | null
  /** The original event, for debugging. */
  payload: unknown
}

/** `forged`: no valid signature. `stale`: signed too long ago, or in the future. `unreadable`: a valid signature, but not an event. */
export type WebhookResult = { ok: true; event: ProviderEvent } | { ok: false; reason: 'forged' | 'stale' | 'unreadable' }

/** The provider’s checkout page. */
export type Checkout = { id: string; url: string; expiresAt: Date }

/** The state of a checkout, and the subscription once it was paid. */
export type CheckoutOutcome = { state: 'open' | 'complete' | 'expired'; subscriptionId: string | null }

/** A fetched value and the time of the response, by the provider’s clock. */
export type AsOf<T> = { value: T; at: Date }

/** `unreadable`: the ids of objects on the page that could not be read. */
type Page = { unreadable: string[]; next: string | null }

/** The payment service. Calls throw only `ProviderError`; writes with a key are idempotent. */
export type BillingProvider = {
  name: string
  createCustomer(subjectId: string, customer: Customer, key: string): Promise<string>
  updateCustomer(customerId: string, customer: Customer): Promise<void>
  eraseCustomer(customerId: string): Promise<void>
  createCheckout(
    request: {
      customerId: string
      subjectId: string
      planCode: OfferCode
      trialEndsAt: Date | null
      successUrl: string
      cancelUrl: string
    },
    key: string,
  ): Promise<Checkout>
  /** A checkout that the provider does not have counts as expired. */
  readCheckout(id: string): Promise<CheckoutOutcome>
  /** Closes the page to payment. Does nothing if it was paid or has expired. */
  expireCheckout(id: string): Promise<void>
  /** The address of the provider’s page for this action. */
  manage(request: { customerId: string; subscriptionId: string | null; act: 'update-card' | 'change'; returnUrl: string }): Promise<string>
  cancelAtPeriodEnd(subscriptionId: string): Promise<AsOf<ProviderSubscription>>
  resume(subscriptionId: string): Promise<AsOf<ProviderSubscription>>
  readSubscription(id: string): Promise<AsOf<ProviderSubscription> | null>
  /** All subscriptions, including ended ones, page by page. */
  listSubscriptions(after?: string): Promise<AsOf<Page & { subscriptions: ProviderSubscription[] }>>
  /** Newest first. */
  listInvoices(after?: string, customerId?: string): Promise<AsOf<Page & { invoices: ProviderInvoice[] }>>
  /** Verifies the signature over the raw body and parses the event. */
  parseWebhook(raw: Uint8Array, headers: Headers, now: Date): WebhookResult | Promise<WebhookResult>
  /** Configuration issues between the installation and the provider, as sentences for the administrator. */
  check(): Promise<string[]>
}

/** Null: no payment service; the administrator records payments. */
export type Billing = { provider: BillingProvider | null }

type ProviderErrorKind = 'unavailable' | 'rejected' | 'unreadable'

/** `unavailable`: a retry can succeed. `rejected`: it fails until something is changed. `unreadable`: the object in the answer can’t be read. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind

  constructor(kind: ProviderErrorKind, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.kind = kind
  }
}
