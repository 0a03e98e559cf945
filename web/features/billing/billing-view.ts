import type { BillingState, SubscriptionListItem } from '#contract/billing/billing.ts'
import type { PlanLabel } from '#contract/billing/plan-label.ts'

/** How the plan of a card stands, with its days in the reader's words. */
export type PlanView = {
  label: PlanLabel
  paidBy: BillingState['paidBy']
  daysLeft: number
  /** What it costs a month; empty where no page of ours says it. */
  price: string
  /** The days of a trial with the two they lie between. */
  trial: { days: number; from: string; until: string } | null
  /** Until when it is paid, where that is known. */
  paidUntil: string
  /** The day after which nothing is paid any more. */
  endsOn: string
}

export type PlanAsk = 'subscribe' | 'change' | 'update' | 'resume'

export type BillingView = {
  alias: string
  plan: PlanView
  /** Null: they could not be read just now. */
  subscriptions: SubscriptionListItem[] | null
  order: 'none' | 'open' | 'paying'
  /** What the plan asks to be done, and where. */
  act: { kind: PlanAsk; href: string } | null
  manageHref: string
}
