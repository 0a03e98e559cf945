import { describe, expect, test } from 'vitest'
import type { CardSubscription } from '#contract/cards/cards.ts'
import { planHref, planLink } from './plan-link.ts'

const plan = (flags: Partial<CardSubscription>): CardSubscription => ({
  isFreemium: false,
  isTrial: false,
  isUnpaid: false,
  isDunning: false,
  isDeactivated: false,
  isActive: false,
  isInError: false,
  missingCreditCard: false,
  trialDays: 0,
  freemiumPlanName: '',
  ...flags,
})

describe('SUB-2 the action of a plan', () => {
  test.each([
    ['no plan', { isFreemium: true, isDeactivated: true, missingCreditCard: true }, 'change'],
    ['a trial with a payment card', { isTrial: true, isActive: true, trialDays: 12 }, 'change'],
    ['a trial without one', { isTrial: true, isActive: true, missingCreditCard: true, trialDays: 12 }, 'update'],
    ['PRO', { isActive: true }, null],
    ['PRO whose payment card ran out', { isActive: true, missingCreditCard: true }, 'update'],
    ['a payment that did not go through', { isActive: true, isDunning: true }, 'update'],
    ['an unpaid plan', { isUnpaid: true }, 'update'],
    ['a trial that ended without a payment card', { isDeactivated: true, missingCreditCard: true }, 'update'],
    ['an ended plan', { isDeactivated: true }, 'change'],
  ] as const)('%s', (_, flags, link) => {
    expect(planLink(plan(flags))).toBe(link)
  })

  test('leads to the subscription of this card', () => {
    expect(planHref('maren', 'change')).toBe('/account/subscription?alias=maren&change_subscription=yes')
    expect(planHref('maren', 'update')).toBe('/account/subscription?alias=maren#update-card')
  })
})
