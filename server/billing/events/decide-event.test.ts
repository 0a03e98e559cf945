import { expect, test } from 'vitest'
import type { ProviderInvoice, ProviderSubscription } from '#server/integrations/billing.ts'
import { snapshotOf } from '../subscriptions/snapshot.ts'
import { decideEvent } from './decide-event.ts'

const owner = { subjectId: '01890a5d-ac96-774b-bcce-b302099a8057', provider: 'other', customerId: 'cus_1' }
const at = (second: number) => new Date(Date.UTC(2036, 0, 1) + second * 1000)

const aProviderSubscription = (id: string, status: string, second: number): ProviderSubscription => ({
  id,
  customerId: 'cus_1',
  subjectId: null,
  status,
  planCode: 'PRO',
  beganAt: at(0),
  trialEndsAt: null,
  periodStartsAt: at(second),
  periodEndsAt: at(second + 100),
  cancelAt: null,
  endedAt: null,
  card: null,
})

const anInvoice = (state: 'open' | 'paid', until: number): ProviderInvoice => ({
  id: 'in_1',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  number: '1',
  state,
  planCode: 'PRO',
  amount: 1500,
  refunded: 0,
  currency: 'USD',
  issuedAt: at(0),
  from: at(until - 100),
  until: at(until),
  url: '',
})

test.each([
  ['a payment card that came', 'payment_method.attached', {}, { read: ['sub_1', 'sub_2'], refunds: false }],
  ['a subscription that is only named', 'subscription.changed', { subscriptionId: 'sub_9' }, { read: ['sub_9'], refunds: false }],
  ['a refund', 'charge.refunded', {}, { read: [], refunds: true }],
  ['a page that ran out', 'checkout.session.expired', { checkout: { id: 'cs_1', state: 'expired' } }, { outcome: 'applied' }],
  [
    'a page that was paid at',
    'checkout.session.completed',
    { checkout: { id: 'cs_1', state: 'complete' }, subscriptionId: 'sub_9' },
    { read: ['sub_9'], refunds: false },
  ],
  ['the month we know of, paid', 'invoice.paid', { invoice: anInvoice('paid', 100) }, { outcome: 'applied' }],
  ['an open invoice for the next month', 'invoice.finalized', { invoice: anInvoice('open', 200) }, { outcome: 'applied' }],
  ['the next month, paid', 'invoice.paid', { invoice: anInvoice('paid', 200) }, { read: ['sub_1'], refunds: false }],
  ['the next month, refused', 'invoice.payment_failed', { invoice: anInvoice('open', 200) }, { read: ['sub_1'], refunds: false }],
  ['an unknown event', 'moon.risen', {}, { outcome: 'nothing-to-do' }],
] as const)('%s', (_, kind, data, decision) => {
  const known = new Map([
    ['sub_1', snapshotOf(aProviderSubscription('sub_1', 'active', 0), at(0), owner)],
    ['sub_2', { ...snapshotOf(aProviderSubscription('sub_2', 'canceled', 0), at(0), owner), endedAt: at(5) }],
  ])
  expect(decideEvent(kind, { subscriptionId: null, invoice: null, checkout: null, ...data }, known)).toEqual(decision)
})
