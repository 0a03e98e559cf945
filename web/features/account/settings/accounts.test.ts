import { describe, expect, test } from 'vitest'
import type { CardSubscription } from '#contract/cards/cards.ts'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { errorOf, readLabels, withLabel, withoutLabel, writeLabels } from './labels.ts'
import { createOptimistic } from './use-setting.ts'
import { planState } from './plan-state.ts'
import { readSeconds } from './settings.ts'
import { whyNotKept } from './why-not-kept.ts'

/** A server that answers when it is told to. */
function waiting() {
  const asked: { value: unknown; keep(): void; refuse(): void }[] = []
  const send = (value: unknown) =>
    new Promise<void>((resolve, reject) => asked.push({ value, keep: () => resolve(), refuse: () => reject(new Error('no')) }))
  return { asked, send }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('ACC-2 a choice', () => {
  test('is shown at once, and stays when the server keeps it', async () => {
    const { asked, send } = waiting()
    const shown: boolean[] = []
    const done = createOptimistic(false).choose(true, { send, show: (value) => shown.push(value), refused: () => shown.push(false) })
    expect(shown).toEqual([true])
    asked[0]?.keep()
    await done
    expect(shown).toEqual([true])
  })

  test('goes back to what was kept when the server refuses it, and says so once', async () => {
    const { asked, send } = waiting()
    const shown: string[] = []
    const refusals: unknown[] = []
    const hands = { send, show: (value: string) => shown.push(value), refused: (thrown: unknown) => refusals.push(thrown) }
    const labels = createOptimistic('Carte')
    const first = labels.choose('Carte,Spring', hands)
    asked[0]?.keep()
    await first
    const second = labels.choose('Spring', hands)
    asked[1]?.refuse()
    await second
    expect(shown).toEqual(['Carte,Spring', 'Spring', 'Carte,Spring'])
    expect(refusals).toHaveLength(1)
  })

  test('changed meanwhile is sent after the one under way, and only the last of several', async () => {
    const { asked, send } = waiting()
    const setting = createOptimistic(3)
    const hands = { send, show: () => {}, refused: () => {} }
    const done = setting.choose(4, hands)
    void setting.choose(5, hands)
    void setting.choose(6, hands)
    expect(asked.map(({ value }) => value)).toEqual([4])
    asked[0]?.keep()
    await settled()
    expect(asked.map(({ value }) => value)).toEqual([4, 6])
    asked[1]?.keep()
    await done
  })

  test('taken back meanwhile is taken back on the server too; what is kept already is not sent', async () => {
    const { asked, send } = waiting()
    const setting = createOptimistic(true)
    const hands = { send, show: () => {}, refused: () => {} }
    await setting.choose(true, hands)
    expect(asked).toHaveLength(0)
    const done = setting.choose(false, hands)
    void setting.choose(true, hands)
    asked[0]?.keep()
    await settled()
    asked[1]?.keep()
    await done
    expect(asked.map(({ value }) => value)).toEqual([false, true])
  })
})

describe('ACC-2 why a choice was not kept', () => {
  const t = translatorFor('en')
  test.each([
    [{ problem: { success: 0, message: 'No settings selected.', requestId: 'a' } }, 'Error updating. No settings selected.'],
    [
      { problem: { type: '/problems/conflict', status: 409, title: 'Someone else changed this in the meantime.' } },
      'Error updating. Someone else changed this in the meantime.',
    ],
    [{ problem: { type: '/problems/not-signed-in', status: 401, title: 'Whatever.' } }, 'Error updating. Not authenticated.'],
    [{ problem: { type: '/problems/unavailable', status: 503, title: 'No answer came back.' } }, 'Error updating.'],
    [new TypeError('offline'), 'Error updating.'],
  ])('%j is told as %s', (thrown, said) => {
    expect(whyNotKept(thrown, t)).toBe(said)
  })
})

describe('ACC-1 labels', () => {
  test('are kept as one text, without empty ones or the same twice', () => {
    expect(readLabels(' Carte, Spring 2025 ,,Carte')).toEqual(['Carte', 'Spring 2025'])
    expect(writeLabels(withoutLabel(withLabel(['Carte'], ' Open house '), 'Carte'))).toBe('Open house')
  })

  test.each([
    ['  ', 'account.labelEmpty'],
    ['a,b', 'account.labelComma'],
    ['carte', 'account.labelTwice'],
    ['x'.repeat(61), 'account.labelLong'],
    ['Cârte', null],
  ])('%j is refused as %s', (typed, fault) => {
    expect(errorOf(typed, ['Carte'])).toBe(fault)
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

test('ACC-1 the form waits for whole or half seconds up to ten minutes, and nothing else', () => {
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
  ])('is told as %s for %j', (label, flags, action) => {
    expect(planState({ ...none, ...flags })).toMatchObject({ label, action })
  })
})
