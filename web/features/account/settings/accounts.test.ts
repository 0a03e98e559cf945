import { describe, expect, test } from 'vitest'
import type { CardSubscription } from '#contract/cards/cards.ts'
import { errorOf, readLabels, withLabel, withoutLabel, writeLabels } from './labels.ts'
import { createOptimistic } from './use-setting.ts'
import { planState } from './plan-state.ts'
import { readSeconds } from './account-settings.ts'

/** A server whose responses the test releases. */
function waiting() {
  const sent: { value: unknown; accept(): void; fail(): void }[] = []
  const send = (value: unknown) =>
    new Promise<void>((resolve, reject) => sent.push({ value, accept: () => resolve(), fail: () => reject(new Error('no')) }))
  return { sent, send }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('ACC-2 a choice', () => {
  test('is visible at once, and stays when the server saves it', async () => {
    const { sent, send } = waiting()
    const visible: boolean[] = []
    const done = createOptimistic(false).choose(true, { send, show: (value) => visible.push(value), failed: () => visible.push(false) })
    expect(visible).toEqual([true])
    sent[0]?.accept()
    await done
    expect(visible).toEqual([true])
  })

  test('returns to the saved value when the server rejects it, with one message', async () => {
    const { sent, send } = waiting()
    const visible: string[] = []
    const errors: unknown[] = []
    const callbacks = { send, show: (value: string) => visible.push(value), failed: (thrown: unknown) => errors.push(thrown) }
    const labels = createOptimistic('Carte')
    const first = labels.choose('Carte,Spring', callbacks)
    sent[0]?.accept()
    await first
    const second = labels.choose('Spring', callbacks)
    sent[1]?.fail()
    await second
    expect(visible).toEqual(['Carte,Spring', 'Spring', 'Carte,Spring'])
    expect(errors).toHaveLength(1)
  })

  test('a change during a request is sent after it, only the last of several', async () => {
    const { sent, send } = waiting()
    const setting = createOptimistic(3)
    const callbacks = { send, show: () => {}, failed: () => {} }
    const done = setting.choose(4, callbacks)
    void setting.choose(5, callbacks)
    void setting.choose(6, callbacks)
    expect(sent.map(({ value }) => value)).toEqual([4])
    sent[0]?.accept()
    await settled()
    expect(sent.map(({ value }) => value)).toEqual([4, 6])
    sent[1]?.accept()
    await done
  })

  test('an undo during a request is sent too; a value that is saved already is not', async () => {
    const { sent, send } = waiting()
    const setting = createOptimistic(true)
    const callbacks = { send, show: () => {}, failed: () => {} }
    await setting.choose(true, callbacks)
    expect(sent).toHaveLength(0)
    const done = setting.choose(false, callbacks)
    void setting.choose(true, callbacks)
    sent[0]?.accept()
    await settled()
    sent[1]?.accept()
    await done
    expect(sent.map(({ value }) => value)).toEqual([false, true])
  })
})

describe('ACC-1 labels', () => {
  test('are saved as one text, without empty or repeated ones', () => {
    expect(readLabels(' Carte, Spring 2025 ,,Carte')).toEqual(['Carte', 'Spring 2025'])
    expect(writeLabels(withoutLabel(withLabel(['Carte'], ' Open house '), 'Carte'))).toBe('Open house')
  })

  test.each([
    ['  ', 'account.labelEmpty'],
    ['a,b', 'account.labelComma'],
    ['carte', 'account.labelTwice'],
    ['x'.repeat(61), 'account.labelLong'],
    ['Cârte', null],
  ])('%j fails with %s', (typed, issue) => {
    expect(errorOf(typed, ['Carte'])).toBe(issue)
  })

  test('are no more than twenty', () => {
    expect(
      errorOf(
        'one more',
        Array.from({ length: 20 }, (_, index) => `${index}`),
      ),
    ).toBe('account.labelMany')
  })
})

test('ACC-1 the form delay is in half seconds, up to ten minutes', () => {
  expect(['3', '0,5', '0', '0.04', ' 600 ', '-1', '601', '', 'soon'].map(readSeconds)).toEqual([3, 0.5, 0, 0, 600, null, null, null, null])
})

describe('SUB-2 a plan', () => {
  const none: CardSubscription = {
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
  }
  test.each<[string, Partial<CardSubscription>, string]>([
    ['plan.free', { isFreemium: true, isDeactivated: true, missingCreditCard: true }, 'change'],
    ['plan.trial', { isTrial: true, isActive: true, trialDays: 12 }, 'change'],
    ['plan.trial', { isTrial: true, isActive: true, missingCreditCard: true, isInError: true }, 'update'],
    ['plan.unpaid', { isUnpaid: true, isInError: true }, 'update'],
    ['plan.dunning', { isDunning: true, isActive: true, isInError: true }, 'update'],
    ['plan.trialExpired', { isDeactivated: true, missingCreditCard: true }, 'update'],
    ['plan.expired', { isDeactivated: true }, 'change'],
    ['plan.cardExpired', { isActive: true, missingCreditCard: true }, 'update'],
    ['plan.active', { isActive: true }, 'change'],
  ])('reads %s for %j', (label, flags, action) => {
    expect(planState({ ...none, ...flags })).toMatchObject({ label, action })
  })
})
