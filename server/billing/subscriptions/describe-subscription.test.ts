import { expect, test } from 'vitest'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import { describeSubscription } from './describe-subscription.ts'
import type { Subscription } from '../tables.ts'

const now = new Date('2026-06-01T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const a = (parts: Partial<Subscription>): Subscription => ({
  subjectId: '',
  planCode: 'PRO',
  state: 'paid',
  trialEndsAt: null,
  paidUntil: null,
  dunningUntil: null,
  card: null,
  cancelAt: null,
  hasCardOnFile: true,
  isCardExpired: false,
  provider: 'embedded',
  customerId: null,
  subscriptionId: null,
  providerAt: null,
  updatedAt: now,
  ...parts,
})

const flagsOf = (subscription: Subscription | null) => {
  const { subscription: view, plan } = describeSubscription(subscription, now, { plans: true })
  return [plan, ...Object.entries(view).flatMap(([flag, value]) => (value === true ? [flag] : []))]
}

test.each([
  ['no subscription', null, ['FREE', 'isFreemium', 'isDeactivated', 'missingCreditCard']],
  ['a trial with a card', a({ state: 'trial', trialEndsAt: days(10) }), ['PRO', 'isTrial', 'isActive']],
  [
    'a trial without a card',
    a({ state: 'trial', trialEndsAt: days(10), hasCardOnFile: false }),
    ['PRO', 'isTrial', 'isActive', 'isInError', 'missingCreditCard'],
  ],
  [
    'a trial that ran out',
    a({ state: 'trial', trialEndsAt: days(-1), hasCardOnFile: false }),
    ['FREE', 'isDeactivated', 'missingCreditCard'],
  ],
  ['a paid month', a({ paidUntil: days(3) }), ['PRO', 'isActive']],
  ['a paid month that ran out', a({ paidUntil: days(-1) }), ['FREE', 'isDeactivated']],
  ['a payment that failed', a({ state: 'dunning', dunningUntil: days(1) }), ['PRO', 'isDunning', 'isActive', 'isInError']],
  ['a payment that failed two weeks ago', a({ state: 'dunning', dunningUntil: days(-1) }), ['FREE', 'isUnpaid', 'isInError']],
  ['one whose first payment did not go through', a({ state: 'unfinished' }), ['FREE', 'isInError']],
  ['cancelled', a({ state: 'cancelled' }), ['FREE', 'isDeactivated']],
])('SUB-2 %s has exactly these flags', (_, subscription, flags) => {
  expect(flagsOf(subscription).sort()).toEqual([...flags].sort())
})

test('SUB-2 the days left of a trial include the current one', () => {
  expect(describeSubscription(a({ state: 'trial', trialEndsAt: days(2.1) }), now, { plans: true }).subscription.trialDays).toBe(3)
})

test.each([
  ['no plan', null, Infinity],
  ['a trial', a({ state: 'trial', trialEndsAt: days(2), paidUntil: days(30) }), 2],
  ['a trial that became a paid month', a({ state: 'trial', trialEndsAt: days(-2), paidUntil: days(28) }), 28],
  ['a payment that failed', a({ state: 'dunning', dunningUntil: days(1), paidUntil: days(-13) }), 1],
])('%s stays so until its next date', (_, subscription, inDays) => {
  expect(describeSubscription(subscription, now, { plans: true }).forMs).toBe(inDays * 86_400_000)
})

test.each([null, a({ state: 'cancelled' }), a({ state: 'unpaid' }), a({ state: 'trial', trialEndsAt: days(-1) })])(
  'without plans every card is active on PRO',
  (subscription) => {
    const { plan, subscription: view } = describeSubscription(subscription, now, { plans: false })
    expect([plan, planLabelOf(view)]).toEqual(['PRO', 'active'])
    expect(Object.entries(view).filter(([, value]) => value === true)).toEqual([['isActive', true]])
  },
)
