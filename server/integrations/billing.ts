import type { Customer, PaymentCard } from '#contract/billing/billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'

/** A subscription as the provider has it. `status` is its own word. */
export type ProviderSubscription = {
  id: string
  customerId: string
  /** Which card it is for, as we wrote it there. Believed only where the customer is that card’s. */
  subjectId: string | null
  status: string
  planCode: OfferCode
  beganAt: Date
  trialEndsAt: Date | null
  periodStartsAt: Date | null
  periodEndsAt: Date | null
  cancelAt: Date | null
  endedAt: Date | null
  /** Null: no means of payment is known. */
  card: PaymentCard | null
}

export type ProviderInvoice = {
  id: string
  customerId: string
  subscriptionId: string | null
  number: string
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  /** Null: not one of ours. */
  planCode: OfferCode | null
  amount: number
  refunded: number
  currency: string
  issuedAt: Date
  from: Date | null
  until: Date | null
  url: string
}

/** Something that happened there, checked and taken apart. What it tells is as old as it is. */
export type ProviderEvent = {
  id: string
  kind: string
  at: Date
  customerId: string | null
  subscriptionId: string | null
  /**
   * The complete object where the event carries it; otherwise read it by its id. Of a refund (`charge.refunded`) only the
   * customer is known: read all invoices of that customer, as for an invoice whose plan cannot be named yet.
   */
  subscription: ProviderSubscription | null
  invoice: ProviderInvoice | 'plan-unknown' | null
  checkout: { id: string; state: 'complete' | 'expired' } | null
  /** Kept as it came, for whoever looks into it. */
  payload: unknown
}

/** `forged`: not theirs, or not signed at all. `stale`: signed too long ago, or in the future. `unreadable`: theirs, and still no event. */
export type HeardEvent = { ok: true; event: ProviderEvent } | { ok: false; reason: 'forged' | 'stale' | 'unreadable' }

/** Where it is paid, and until when that page is open. */
export type Checkout = { id: string; url: string; expiresAt: Date }

/** What became of it; once it was paid, what was bought there. */
export type CheckoutOutcome = { state: 'open' | 'complete' | 'expired'; subscriptionId: string | null }

/** What was read, and at which moment by the provider’s own clock. */
export type AsOf<T> = { it: T; at: Date }

/** Who takes the money. Every call may throw `ProviderTrouble`, and nothing else; every writing call is safe to repeat with its key. */
export type BillingProvider = {
  name: string
  createCustomer(subjectId: string, customer: Customer, key: string): Promise<string>
  updateCustomer(customerId: string, customer: Customer): Promise<void>
  eraseCustomer(customerId: string): Promise<void>
  beginCheckout(
    wish: { customerId: string; subjectId: string; planCode: OfferCode; trialEndsAt: Date | null; successUrl: string; cancelUrl: string },
    key: string,
  ): Promise<Checkout>
  /** One that the provider does not know (any more) is as good as expired. */
  readCheckout(id: string): Promise<CheckoutOutcome>
  /** So that nobody can pay there any more. One that is over already stays as it is. */
  endCheckout(id: string): Promise<void>
  /** A page of theirs where that is done. */
  manage(wish: { customerId: string; subscriptionId: string | null; act: 'update-card' | 'change'; returnUrl: string }): Promise<string>
  cancelAtPeriodEnd(subscriptionId: string): Promise<AsOf<ProviderSubscription>>
  resume(subscriptionId: string): Promise<AsOf<ProviderSubscription>>
  readSubscription(id: string): Promise<AsOf<ProviderSubscription> | null>
  /** All of them, ended ones too, a page at a time. */
  listSubscriptions(after?: string): Promise<AsOf<{ subscriptions: ProviderSubscription[]; next: string | null }>>
  /** The newest first. */
  listInvoices(after?: string, customerId?: string): Promise<AsOf<{ invoices: ProviderInvoice[]; next: string | null }>>
  /** The bytes as they came, and what they were signed with. */
  hear(raw: Uint8Array, headers: Headers, now: Date): HeardEvent | Promise<HeardEvent>
  /** What does not fit between the installation and the provider, in a sentence for the operator; empty where all is well. */
  check(): Promise<string[]>
}

/** Null: nobody takes the money; whoever runs the installation notes what was paid. */
export type Billing = { provider: BillingProvider | null }

/** `away`: it may work in a moment. `refused`: it will not, until somebody changes something. */
export class ProviderTrouble extends Error {
  readonly kind: 'away' | 'refused'

  constructor(kind: 'away' | 'refused', reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.kind = kind
  }
}
