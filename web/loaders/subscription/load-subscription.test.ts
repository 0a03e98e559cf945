import { expect, test } from 'vitest'
import { planCan } from './load-subscription.ts'

const none = {
  isFreemium: false,
  isTrial: false,
  isUnpaid: false,
  isDunning: false,
  isDeactivated: false,
  isActive: false,
  isInError: false,
  missingCreditCard: false,
  trialDays: 0,
  freemiumPlanName: 'Complimentary',
}
const active = { ...none, isActive: true }
const paidPlan = { subscription: active, label: 'active', paidBy: 'provider', cancelAt: null, order: 'none', plans: [{}] } as const
const soon = '2026-07-01T00:00:00Z'

test.each([
  ['a paid plan', paidPlan, ['update', 'cancel']],
  ['a paid plan where there are two', { ...paidPlan, plans: [{}, {}] }, ['update', 'change', 'cancel']],
  ['one that ends', { ...paidPlan, cancelAt: soon }, ['update', 'resume']],
  ['a failed payment', { ...paidPlan, subscription: { ...active, isDunning: true }, label: 'dunning' }, ['update', 'cancel']],
  ['an unpaid one', { ...paidPlan, subscription: { ...none, isUnpaid: true }, label: 'unpaid' }, ['update']],
  ['no plan', { ...paidPlan, subscription: { ...none, isFreemium: true }, label: 'free' }, ['subscribe']],
  [
    'a trial without a card',
    { ...paidPlan, subscription: { ...active, isTrial: true, missingCreditCard: true }, label: 'trial' },
    ['subscribe'],
  ],
  ['a trial with a card', { ...paidPlan, subscription: { ...active, isTrial: true }, label: 'trial' }, ['update', 'cancel']],
  ['one that is being paid', { ...paidPlan, subscription: { ...none, isFreemium: true }, label: 'free', order: 'paying' }, []],
  ['a month a person took', { ...paidPlan, paidBy: 'person' }, ['cancel']],
  [
    'nothing paid to a person',
    { ...paidPlan, paidBy: 'person', subscription: { ...none, isFreemium: true }, label: 'free' },
    ['subscribe'],
  ],
] as const)('SUB-2 %s has exactly these buttons', (_, state, buttons) => {
  const can = Object.entries(planCan(state)).flatMap(([act, is]) => (is ? [act] : []))
  expect(can.toSorted()).toEqual([...buttons].toSorted())
})
