/** Stripe’s objects (API version 2026-10-28.endive), as far as a monthly plan needs them. */
export type Metadata = Record<string, string>
type StripeObject<Name extends string> = { id: string; object: Name; created: number; livemode: false }
export type ListOf<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

export type Product = StripeObject<'product'> & { name: string; active: boolean }

export type Price = StripeObject<'price'> & {
  active: boolean
  currency: string
  lookup_key: string | null
  metadata: Metadata
  product: string
  recurring: { interval: string; interval_count: number; usage_type: 'licensed' } | null
  type: 'recurring' | 'one_time'
  unit_amount: number
  unit_amount_decimal: string
}

export type PaymentMethod = StripeObject<'payment_method'> & {
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number; country: string; funding: string }
}

export type Address = Partial<Record<'line1' | 'line2' | 'city' | 'state' | 'country' | 'postal_code', string>>

export type Customer = StripeObject<'customer'> & {
  address: Address | null
  balance: number
  currency: string | null
  default_source: null
  delinquent: boolean
  description: string | null
  email: string | null
  invoice_settings: { default_payment_method: string | null; custom_fields: null; footer: null }
  metadata: Metadata
  name: string | null
  phone: string | null
  preferred_locales: string[]
  shipping: { name?: string; phone?: string; address: Address } | null
  deleted?: true
}

export type SubscriptionStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused'

export type MissingCard = 'pause' | 'cancel' | 'create_invoice'

export type SubscriptionItem = {
  id: string
  object: 'subscription_item'
  created: number
  current_period_start: number
  current_period_end: number
  metadata: Metadata
  price: Price
  quantity: 1
  subscription: string
}

export type Subscription = StripeObject<'subscription'> & {
  automatic_tax: { enabled: boolean }
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  cancellation_details: { comment: null; feedback: null; reason: string | null }
  collection_method: 'charge_automatically'
  currency: string
  customer: string
  default_payment_method: string | null
  default_source: null
  ended_at: number | null
  items: ListOf<SubscriptionItem>
  latest_invoice: string | null
  metadata: Metadata
  pause_collection: null
  start_date: number
  status: SubscriptionStatus
  trial_end: number | null
  trial_settings: { end_behavior: { missing_payment_method: MissingCard } }
  trial_start: number | null
}

export type InvoiceLine = {
  id: string
  object: 'line_item'
  amount: number
  currency: string
  description: string
  invoice: string
  livemode: false
  metadata: Metadata
  parent: {
    type: 'subscription_item_details'
    subscription_item_details: { subscription: string; subscription_item: string; proration: boolean }
  }
  period: { start: number; end: number }
  pricing: { type: 'price_details'; price_details: { price: string; product: string }; unit_amount_decimal: string }
  quantity: 1
}

export type InvoicePayment = {
  id: string
  object: 'invoice_payment'
  amount_paid: number | null
  amount_requested: number
  created: number
  currency: string
  invoice: string
  is_default: boolean
  livemode: false
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'open' | 'paid' | 'canceled'
}

export type Invoice = StripeObject<'invoice'> & {
  amount_due: number
  amount_paid: number
  amount_remaining: number
  attempt_count: number
  attempted: boolean
  auto_advance: boolean
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  collection_method: 'charge_automatically'
  currency: string
  customer: string
  customer_email: string | null
  default_payment_method: string | null
  hosted_invoice_url: string
  invoice_pdf: string
  lines: ListOf<InvoiceLine>
  metadata: Metadata
  next_payment_attempt: number | null
  number: string
  parent: { type: 'subscription_details'; subscription_details: { subscription: string; metadata: Metadata } }
  /** Sent only with `expand`. */
  payments: ListOf<InvoicePayment>
  period_end: number
  period_start: number
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  status_transitions: { finalized_at: number | null; marked_uncollectible_at: null; paid_at: number | null; voided_at: number | null }
  subtotal: number
  total: number
}

export type Charge = StripeObject<'charge'> & {
  amount: number
  amount_captured: number
  amount_refunded: number
  currency: string
  customer: string
  paid: boolean
  payment_intent: string
  payment_method: string | null
  refunded: boolean
  status: 'succeeded' | 'failed'
}

export type PaymentIntent = StripeObject<'payment_intent'> & {
  amount: number
  currency: string
  customer: string
  latest_charge: string | null
  payment_method: string | null
  status: 'succeeded' | 'requires_payment_method'
}

export type Refund = StripeObject<'refund'> & {
  amount: number
  charge: string
  currency: string
  payment_intent: string
  reason: string | null
  status: 'succeeded'
}

export type CheckoutSession = StripeObject<'checkout.session'> & {
  amount_total: number
  cancel_url: string | null
  client_reference_id: string | null
  currency: string
  customer: string
  expires_at: number
  metadata: Metadata
  mode: 'subscription'
  payment_method_collection: 'always' | 'if_required'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
  success_url: string
  ui_mode: 'hosted_page'
  url: string | null
}

export type PortalFlow = { type: 'payment_method_update' | 'subscription_update' | 'subscription_cancel'; subscription: string | null }

export type PortalSession = StripeObject<'billing_portal.session'> & {
  configuration: string
  customer: string
  flow: PortalFlow | null
  return_url: string
  url: string
}

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: { id: string; object: string }; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}
