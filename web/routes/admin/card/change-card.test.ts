import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { CardView } from '../../../features/admin/admin-view.ts'
import { loadMessages } from '../../../i18n/use-translate.ts'
import { cardDone } from './change-card.ts'

const t = await loadMessages('en-US')

const read = (key: keyof typeof cardDone, about = '', card: Partial<CardView> = {}) => {
  const ruth = { alias: 'ruth', fullName: 'Ruth Brown', isDisabled: false, choice: 'PRO', downParts: [], ...card } as unknown as CardView
  const view = { tab: '', card: ruth, show: '', q: '', billing: null, activity: null } as const
  return cardDone[key]({ t, about, view, selected: 0, call: undefined as unknown as Api['call'] }) || null
}

test('a card’s page says what a form did, and offers to undo it', () => {
  expect(read('cardDown', '', { isDisabled: true })).toEqual({
    text: 'Ruth Brown’s card is down.',
    undo: { intent: 'up', fields: { alias: 'ruth' } },
  })
  expect(read('cardUp')).toEqual({ text: 'Ruth Brown’s card is restored.' })
  expect(read('partDown', 'review a b', { downParts: ['review a b'] })).toEqual({
    text: 'The review on Ruth Brown’s card is down.',
    undo: { intent: 'back', fields: { kind: 'review', what: 'a b' } },
  })
  expect(read('plan', '', { fullName: '', choice: 'FREE' })?.text).toBe('ruth’s plan is set: Free.')
  expect(read('billing', 'pay')?.text).toBe('Recorded a payment for Ruth Brown.')
})

test('at an old or made-up address it says nothing that is not so', () => {
  expect(read('cardDown')).toBeNull()
  expect(read('cardUp', '', { isDisabled: true })).toBeNull()
  expect(read('billing', 'nonsense')).toBeNull()
  expect(read('partDown', 'review a b')).toBeNull()
  expect(read('partUp', 'review a b', { downParts: ['review a b'] })).toBeNull()
})
