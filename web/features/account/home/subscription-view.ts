import type { BillingState } from '#contract/billing/billing.ts'

/** Dates and amounts are formatted on the server, so that the HTML and the hydrated page match. */
export type InvoiceView = {
  id: string
  number: string
  day: string
  amount: string
  /** Empty without a refund. */
  refunded: string
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  href: string
}

export type SubscriptionAction = 'subscribe' | 'update' | 'change' | 'cancel' | 'resume'

export type SubscriptionView = {
  alias: string
  name: string
  /** The plan's state as text, with an explanation. */
  label: string
  more: string
  kind: 'free' | 'trial' | 'open' | 'bad'
  trial: { daysLeft: number; days: number; from: string; until: string } | null
  /** The next payment or end date; empty if there is none. */
  next: string
  plans: { name: string; price: string }[]
  dunningDays: number
  paidBy: BillingState['paidBy']
  order: BillingState['order']
  /** The payment card's brand, digits and expiry, as text. */
  card: { printed: string; isExpired: boolean } | null
  can: Record<SubscriptionAction, boolean>
  /** What canceling means, shown before the owner confirms. */
  cancelMore: string
  /** Null: failed to load. */
  invoices: InvoiceView[] | null
  others: { alias: string; name: string }[]
}

/** The result of an action. `href` continues at the payment provider. */
export type PlanNotice = { text: string; isBad: boolean; href?: string }
