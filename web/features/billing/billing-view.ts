import type { BillingState, SubscriptionListItem } from '#contract/billing/billing.ts'
import type { PlanLabel } from '#contract/billing/plan-label.ts'

/** The state of a card’s plan, with dates formatted in the reader’s language. */
export type PlanView = {
  label: PlanLabel
  paidBy: BillingState['paidBy']
  daysLeft: number
  /** The monthly price; empty if the installation publishes none. */
  price: string
  /** The length of a trial in days, with its first and last day. */
  trial: { days: number; from: string; until: string } | null
  /** Paid until this date, if known. */
  paidUntil: string
  /** PRO ends on this date. */
  endsOn: string
}

export type PlanAction = 'subscribe' | 'change' | 'update' | 'resume'

export type BillingView = {
  alias: string
  plan: PlanView
  /** Null: failed to load. */
  subscriptions: SubscriptionListItem[] | null
  order: 'none' | 'open' | 'paying'
  /** The action that the plan needs, and its link. */
  act: { kind: PlanAction; href: string } | null
  manageHref: string
}
