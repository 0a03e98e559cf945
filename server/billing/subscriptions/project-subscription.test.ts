import { describe, expect, test } from 'vitest'
import { describeSubscription } from './describe-subscription.ts'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import { projectSubscription } from './project-subscription.ts'
import type { Snapshot } from './snapshot.ts'
import type { Subscription } from '../tables.ts'

const day = (n: number) => new Date(Date.UTC(2036, 0, n, 12))
const subjectId = '01890a5d-ac96-774b-bcce-b302099a8057'
const card = { brand: 'visa', last4: '4242', expires: '2040-01' }

const aSnapshot = (of: Partial<Snapshot> = {}): Snapshot => ({
  subjectId,
  id: 'sub_1',
  provider: 'stripe',
  customerId: 'cus_1',
  status: 'active',
  planCode: 'PRO',
  beganAt: day(1),
  trialEndsAt: null,
  periodStartsAt: day(1),
  periodEndsAt: day(32),
  cancelAt: null,
  endedAt: null,
  card,
  reportedAt: day(1),
  ...of,
})

const aLocal = (of: Partial<Subscription> = {}): Subscription => ({
  subjectId,
  planCode: 'PRO',
  state: 'trial',
  trialEndsAt: day(20),
  paidUntil: null,
  dunningUntil: null,
  cancelAt: null,
  hasCardOnFile: false,
  isCardExpired: false,
  card: null,
  provider: 'embedded',
  customerId: null,
  subscriptionId: null,
  providerAt: null,
  updatedAt: day(1),
  ...of,
})

const project = (snapshots: Snapshot[], before: Subscription | null = null, now = day(10)) =>
  projectSubscription({ snapshots, before, now, dunningDays: 14 })
const labelOn = (n: number, snapshots: Snapshot[], before: Subscription | null = null) => {
  const row = project(snapshots, before)
  const { subscription, plan } = describeSubscription(row, day(n), { plans: true })
  return [planLabelOf(subscription), plan]
}
const trial = { status: 'trialing', trialEndsAt: day(31), periodEndsAt: day(31) }

describe('SUB-3 the plan for each provider status', () => {
  const table: [string, Partial<Snapshot>, Record<string, unknown>][] = [
    ['trial with a card', trial, { state: 'trial', trialEndsAt: day(31), paidUntil: day(34), hasCardOnFile: true }],
    ['trial without one', { ...trial, card: null }, { state: 'trial', trialEndsAt: day(31), paidUntil: null, hasCardOnFile: false }],
    ['paid', {}, { state: 'paid', paidUntil: day(35), cancelAt: null, hasCardOnFile: true }],
    ['paid, and ending', { cancelAt: day(32) }, { state: 'paid', paidUntil: day(32), cancelAt: day(32) }],
    ['paid, and ending in a year', { cancelAt: day(366) }, { state: 'paid', paidUntil: day(35), cancelAt: day(366) }],
    ['a payment failed', { status: 'past_due', periodStartsAt: day(32) }, { state: 'dunning', dunningUntil: day(46), paidUntil: null }],
    ['unpaid', { status: 'unpaid' }, { state: 'unpaid', paidUntil: null }],
    ['paused after its trial', { ...trial, status: 'paused', card: null }, { state: 'expired', hasCardOnFile: false }],
    ['ended', { status: 'canceled', endedAt: day(32), card: null }, { state: 'cancelled' }],
    [
      'ended with its trial, no card',
      { ...trial, status: 'canceled', endedAt: day(31), card: null },
      { state: 'expired', hasCardOnFile: false },
    ],
    ['never paid at all', { status: 'incomplete', card: null }, { state: 'unfinished' }],
    ['the team’s plan', { planCode: 'PRO_TEAM' }, { planCode: 'PRO_TEAM', state: 'paid' }],
  ]
  test.each(table)('%s', (_, of, expected) => expect(project([aSnapshot(of)])).toMatchObject(expected))

  test('a subscription without a first payment or with an unknown status changes nothing', () => {
    expect(project([aSnapshot({ status: 'incomplete_expired' })])).toBeNull()
    expect(project([aSnapshot({ status: 'shelved' })])).toBeNull()
  })

  test.each([
    ['incomplete', 'trial'],
    ['incomplete_expired', 'trial'],
    ['incomplete', 'paid'],
    ['incomplete_expired', 'paid'],
  ] as const)('%s does not end a running %s', (status, state) => {
    const before = aLocal(state === 'paid' ? { state, paidUntil: day(20), trialEndsAt: null } : {})
    expect(project([aSnapshot({ status })], before)).toBe(before)
    expect(project([aSnapshot(), aSnapshot({ id: 'sub_2', status, beganAt: day(5) })])).toMatchObject({
      state: 'paid',
      subscriptionId: 'sub_1',
    })
  })

  test.each(['canceled', 'paused'])('a local trial or paid period wins over one that is %s, until it ends', (status) => {
    const over = aSnapshot({ status, endedAt: day(5) })
    for (const before of [aLocal(), aLocal({ state: 'paid', trialEndsAt: null, paidUntil: day(20) })]) {
      expect(project([over], before, day(19))).toBe(before)
      expect(project([over], before, day(20))).toMatchObject({ provider: 'stripe' })
      expect(project([over, aSnapshot({ id: 'sub_2' })], before)).toMatchObject({ state: 'paid', subscriptionId: 'sub_2' })
      expect(project([aSnapshot({ status: 'unpaid' })], before)).toMatchObject({ state: 'unpaid' })
    }
  })

  test('a new subscription after a canceled one counts; the old one changes nothing', () => {
    const old = aSnapshot({ status: 'canceled', endedAt: day(10) })
    const again = aSnapshot({ id: 'sub_2', beganAt: day(12) })
    expect(project([old, again])).toMatchObject({ state: 'paid', subscriptionId: 'sub_2' })
    expect(project([again, { ...old, beganAt: day(13) }])).toMatchObject({ state: 'paid', subscriptionId: 'sub_2' })
  })

  test('of two charged subscriptions the newest counts; an active one wins', () => {
    const [one, two] = [aSnapshot(), aSnapshot({ id: 'sub_2', beganAt: day(3), status: 'trialing', trialEndsAt: day(30) })]
    expect(project([one, two])).toEqual(project([two, one]))
    expect(project([one, two])).toMatchObject({ subscriptionId: 'sub_2' })
    expect(project([one, { ...two, status: 'unpaid' }])).toMatchObject({ subscriptionId: 'sub_1' })
    expect(project([one, { ...two, status: 'paused' }])).toMatchObject({ subscriptionId: 'sub_1' })
  })
})

describe('SUB-2 the plan over time', () => {
  test('a trial without a payment card expires; with one it counts as paid', () => {
    expect(labelOn(30, [aSnapshot({ ...trial, card: null })])).toEqual(['trial', 'PRO'])
    expect(labelOn(32, [aSnapshot({ ...trial, card: null })])).toEqual(['trialExpired', 'FREE'])
    expect(labelOn(32, [aSnapshot(trial)])).toEqual(['active', 'PRO'])
    expect(labelOn(35, [aSnapshot(trial)])[1]).toBe('FREE')
  })

  test('a late renewal event closes nothing; a missing one does', () => {
    expect(labelOn(34, [aSnapshot()])).toEqual(['active', 'PRO'])
    expect(labelOn(36, [aSnapshot()])).toEqual(['expired', 'FREE'])
  })

  test('a failed payment keeps the plan for the configured days', () => {
    const failed = aSnapshot({ status: 'past_due', periodStartsAt: day(32) })
    expect(labelOn(45, [failed])).toEqual(['dunning', 'PRO'])
    expect(labelOn(47, [failed])).toEqual(['unpaid', 'FREE'])
  })

  test('an expired payment card is flagged after its month, and PRO stays', () => {
    const paid = aSnapshot({ card: { ...card, expires: '2036-01' } })
    expect(labelOn(31, [paid])).toEqual(['active', 'PRO'])
    expect(labelOn(33, [paid])).toEqual(['cardExpired', 'PRO'])
  })

  test('a canceled plan without a payment card does not count as an expired trial', () => {
    expect(labelOn(40, [aSnapshot({ status: 'canceled', endedAt: day(32), card: null })])).toEqual(['expired', 'FREE'])
    expect(labelOn(40, [aSnapshot({ ...trial, status: 'canceled', endedAt: day(31), card: null })])).toEqual(['trialExpired', 'FREE'])
  })
})
