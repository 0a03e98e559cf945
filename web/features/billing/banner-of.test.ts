import { describe, expect, test } from 'vitest'
import { planLabels } from '#contract/billing/plan-label.ts'
import { bannerOf, isFreemiumDue, isTrialBannerDue } from './banner-of.ts'
import { planDisplay } from './plan-display.ts'

const plan = {
  isFreemium: false,
  isTrial: true,
  isUnpaid: false,
  isDunning: false,
  isDeactivated: false,
  isActive: true,
  isInError: true,
  missingCreditCard: true,
  trialDays: 12,
  freemiumPlanName: '',
}

describe('SUB-2 the banner of a trial', () => {
  test.each([
    [1, false],
    [2, true],
    [29, true],
    [30, false],
  ])('with %i days left: %s', (trialDays, isDue) => {
    expect(isTrialBannerDue({ ...plan, trialDays })).toBe(isDue)
  })

  test('is not for a trial with a payment method', () => {
    expect(isTrialBannerDue({ ...plan, isInError: false })).toBe(false)
  })
})

describe('SUB-2 the banner names the state', () => {
  const paid = { ...plan, isTrial: false, isInError: false, missingCreditCard: false, trialDays: 0 }
  test.each([
    [{ isActive: false, isUnpaid: true, isInError: true }, 'unpaid'],
    [{ isDunning: true, isInError: true }, 'dunning'],
    [{ missingCreditCard: true }, 'cardExpired'],
    [{ isActive: false, isDeactivated: true, missingCreditCard: true }, 'trialExpired'],
    [{ isActive: false, isDeactivated: true }, 'expired'],
    [{ isActive: false, isDeactivated: true, isFreemium: true, missingCreditCard: true }, 'free'],
    [{}, null],
    [{ isTrial: true, trialDays: 12 }, null],
    [{ isTrial: true, trialDays: 12, isInError: true, missingCreditCard: true }, 'trial'],
  ])('%j: %s', (flags, state) => {
    expect(bannerOf({ ...paid, ...flags })).toBe(state)
  })
})

describe('PROMPT-3 the PRO upgrade prompt', () => {
  test.each([
    ['', true],
    ['?preview=on', false],
    ['?preview=on&simulateStandalone=on', true],
  ])('is offered at %j: %s', (search, isDue) => {
    expect(isFreemiumDue({ mayShow: true, search })).toBe(isDue)
  })

  test('is not offered to a card that has PRO', () => {
    expect(isFreemiumDue({ mayShow: false, search: '' })).toBe(false)
  })
})

test('SUB-2 every state has a name, a heading, and a tone', () => {
  expect(planLabels.filter((label) => !planDisplay[label].heading)).toEqual([])
  expect(planLabels.map((label) => planDisplay[label].tone)).toEqual(['free', 'trial', 'open', 'bad', 'bad', 'bad', 'bad', 'bad'])
})
