import type { MomentView } from '../admin-view.ts'
import type { BillingAction, WebhookState } from '#contract/admin/admin-choices.ts'

/** One card’s billing, in the reader's language. */
export type CardBillingView = {
  /** An idempotency key: a second click on the same form records nothing twice. */
  submissionId: string
  /** Empty if payments are recorded by hand. */
  provider: string
  plan: { name: string; state: string; kind: 'ok' | 'warn' | 'bad' | 'quiet'; note: string; price: string }
  facts: { name: string; value: string }[]
  acts: BillingAction[]
  plans: { code: string; name: string; price: string }[]
  offer: string
  invoices: {
    id: string
    number: string
    day: string
    amount: string
    refunded: string
    state: string
    isPaid: boolean
    href: string
    isRefundable: boolean
  }[]
  events: EventView[]
}

export type EventView = { id: string; kind: string; alias: string; when: MomentView; state: WebhookState }
type OrderView = { alias: string; offer: string; when: MomentView; email: string }
export type CheckView = { id: string; when: MomentView; result: string; details: string[]; isBad: boolean }

/** Billing over all cards. */
export type BillingView = {
  provider: string
  plans: { name: string; price: string }[]
  problems: string[]
  waiting: number
  orders: OrderView[]
  events: EventView[]
  checks: CheckView[]
}
