import type { BillingState } from '#contract/billing/billing.ts'

/** Moments and amounts are said where the reader’s language is known, so that both sides say the same. */
export type InvoiceView = {
  id: string
  number: string
  day: string
  amount: string
  /** Empty where nothing was given back. */
  refunded: string
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  href: string
}

export type PlanAct = 'subscribe' | 'update' | 'change' | 'cancel' | 'resume'

export type SubscriptionView = {
  alias: string
  name: string
  /** The state in words, and what it means. */
  label: string
  more: string
  kind: 'free' | 'trial' | 'open' | 'bad'
  trial: { daysLeft: number; days: number; from: string; until: string } | null
  /** What comes next, and when; empty where nothing does. */
  next: string
  plans: { name: string; price: string }[]
  dunningDays: number
  paidBy: BillingState['paidBy']
  order: BillingState['order']
  /** What is printed on the payment card, and how long it is good for. */
  card: { printed: string; isExpired: boolean } | null
  can: Record<PlanAct, boolean>
  /** What cancelling comes to, before it is pressed. */
  cancelMore: string
  /** Null: not known just now. */
  invoices: InvoiceView[] | null
  others: { alias: string; name: string }[]
}

/** What became of a button. `href`: it goes on there, at whoever takes the money. */
export type PlanTold = { text: string; isBad: boolean; href?: string }
