import type { BillAct } from '#contract/admin/operator-choices.ts'

/** One card’s billing, said in the operator’s language. */
export type BillingView = {
  /** Names a press, so that a second one notes nothing twice. */
  submissionId: string
  /** Empty: nobody but whoever runs the installation. */
  provider: string
  facts: { name: string; said: string }[]
  acts: BillAct[]
  plans: { code: string; name: string; price: string }[]
  offer: string
  invoices: {
    id: string
    number: string
    day: string
    amount: string
    refunded: string
    state: string
    href: string
    isRefundable: boolean
  }[]
  events: EventView[]
}

export type EventView = { id: string; kind: string; alias: string; when: string; outcome: string; isApplied: boolean }
export type OrderView = { alias: string; offer: string; when: string; email: string }
export type CheckView = { id: string; when: string; said: string; details: string[]; isBad: boolean }

/** Billing over all cards. */
export type BillingDeskView = {
  provider: string
  plans: { name: string; price: string }[]
  troubles: string[]
  waiting: number
  orders: OrderView[]
  events: EventView[]
  checks: CheckView[]
}
