import { expect, test } from 'vitest'
import type { AdminView, CardView } from '../../features/admin/admin-view.ts'
import { doneAt, doneIn, type DoneKey } from './done.ts'

const site = 'https://carte.example'
const read = (key: DoneKey, about?: string, view?: AdminView) => doneIn(new Request(site + doneAt('/admin', key, about)), view)
const cardPage = (card: Partial<CardView>) =>
  ({ page: 'card', card: { alias: 'ruth', fullName: 'Ruth Brown', isDisabled: false, choice: 'PRO', ...card } }) as AdminView

test('says what a form did, and offers to undo it', () => {
  expect(read('cardDown', '', cardPage({ isDisabled: true }))).toEqual({
    text: 'Ruth Brown’s card is down.',
    undo: { intent: 'up', fields: { alias: 'ruth' } },
  })
  expect(read('cardUp', '', cardPage({}))).toEqual({ text: 'Ruth Brown’s card is restored.' })
  expect(read('partDown', 'review a b', cardPage({}))).toEqual({
    text: 'The review on Ruth Brown’s card is down.',
    undo: { intent: 'back', fields: { kind: 'review', what: 'a b' } },
  })
  expect(read('plan', '', cardPage({ fullName: '', choice: 'FREE' }))?.text).toBe('ruth’s plan is set: Complimentary.')
  expect(read('billing', 'pay', cardPage({}))?.text).toBe('Recorded a payment for Ruth Brown.')
  expect(read('hostBlocked', 'evil.example')).toEqual({
    text: 'evil.example is blocked.',
    undo: { intent: 'remove', fields: { host: 'evil.example' } },
  })
})

test('says how many cards a form changed, and offers to undo a takedown that the address can name', () => {
  expect(read('cardsDown', '2 ruth bo-chen')).toEqual({
    text: '2 cards are down.',
    undo: { intent: 'ups', fields: { aliases: 'ruth bo-chen' } },
  })
  expect(read('cardsDown', `50 ${Array(50).fill('anneliese-featherstonehaugh').join(' ')}`)).toEqual({ text: '50 cards are down.' })
  expect(read('cardsUp', '1')?.text).toBe('1 card is restored.')
  expect(read('cardsPlan', 'FREE 2 1')?.text).toBe(
    'The plan of 2 cards is set: Complimentary. 1 card is still selected: a payment service manages its plan.',
  )
  for (const about of ['', 'x', '0 ', 'NONE 3 0'])
    for (const key of ['cardsDown', 'cardsUp', 'cardsPlan'] as const) expect(read(key, about)).toBeNull()
})

test('an old or made-up address says nothing that is not so', () => {
  expect(read('cardDown', '', cardPage({}))).toBeNull()
  expect(read('cardUp', '', cardPage({ isDisabled: true }))).toBeNull()
  expect(read('billing', 'nonsense', cardPage({}))).toBeNull()
  for (const key of ['nonsense', 'toString', '']) expect(doneIn(new Request(`${site}/admin?done=${key}`))).toBeNull()
})
