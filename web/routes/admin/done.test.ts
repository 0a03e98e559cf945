import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { AdminView, CardView } from '../../features/admin/admin-view.ts'
import { doneAt, doneIn, type DoneKey } from './done.ts'

const site = 'https://carte.example'
const blocked = { hosts: [{ host: 'evil.example', reason: '' }], names: [{ name: 'shop', reason: '' }], next: null }
// Stubs the calls that search the long lists.
const call = (async () => blocked) as unknown as Api['call']
const read = (key: DoneKey, about?: string, view?: AdminView) =>
  doneIn(new Request(site + doneAt('/admin', key, about)), view && { view, call })
const page = (name: 'hosts' | 'names' | 'connections') => ({ page: name, off: [{ host: 'slow.example:8443' }] }) as AdminView
const cardPage = (card: Partial<CardView>) =>
  ({ page: 'card', card: { alias: 'ruth', fullName: 'Ruth Brown', isDisabled: false, choice: 'PRO', downParts: [], ...card } }) as AdminView

test('says what a form did, and offers to undo it', async () => {
  expect(await read('cardDown', '', cardPage({ isDisabled: true }))).toEqual({
    text: 'Ruth Brown’s card is down.',
    undo: { intent: 'up', fields: { alias: 'ruth' } },
  })
  expect(await read('cardUp', '', cardPage({}))).toEqual({ text: 'Ruth Brown’s card is restored.' })
  expect(await read('partDown', 'review a b', cardPage({ downParts: ['review a b'] }))).toEqual({
    text: 'The review on Ruth Brown’s card is down.',
    undo: { intent: 'back', fields: { kind: 'review', what: 'a b' } },
  })
  expect((await read('plan', '', cardPage({ fullName: '', choice: 'FREE' })))?.text).toBe('ruth’s plan is set: Complimentary.')
  expect((await read('billing', 'pay', cardPage({})))?.text).toBe('Recorded a payment for Ruth Brown.')
  expect(await read('hostBlocked', 'evil.example', page('hosts'))).toEqual({
    text: 'evil.example is blocked.',
    undo: { intent: 'remove', fields: { host: 'evil.example' } },
  })
  expect((await read('nameReserved', 'shop', page('names')))?.undo).toEqual({ intent: 'remove', fields: { name: 'shop' } })
  expect((await read('hostOff', 'slow.example:8443', page('connections')))?.undo).toEqual({
    intent: 'on',
    fields: { host: 'slow.example:8443', sendMissed: '1' },
  })
  expect(await read('hostReleased', 'other.example', page('hosts'))).toEqual({ text: 'other.example is no longer blocked.' })
})

test('says how many cards a form changed, and offers to undo a takedown of cards that the page shows as down', async () => {
  const down = (...aliases: string[]) =>
    ({ page: 'cards', cards: ['ruth', 'bo-chen', 'live'].map((alias) => ({ alias, isDisabled: aliases.includes(alias) })) }) as AdminView
  const onlyText = { text: '2 cards are down.' }
  for (const view of [undefined, down('ruth'), { ...down(), cards: [] } as unknown as AdminView])
    expect(await read('cardsDown', '2 ruth bo-chen', view)).toEqual(onlyText)
  expect(await read('cardsDown', '2', down('ruth'))).toEqual(onlyText)
  expect(await read('cardsDown', '2 ruth bo-chen', down('ruth', 'bo-chen'))).toEqual({
    text: '2 cards are down.',
    undo: { intent: 'ups', fields: { aliases: 'ruth bo-chen' } },
  })
  // Cut after “ruth”, which is another card.
  const long = ['x'.repeat(60), ...Array<string>(3).fill('y'.repeat(60)), 'z'.repeat(49), 'ruth-ann']
  const cut = { page: 'cards', cards: [...long, 'ruth'].map((alias) => ({ alias, isDisabled: true })) } as AdminView
  expect(await read('cardsDown', `6 ${long.join(' ')}`, cut)).toEqual({ text: '6 cards are down.' })
  expect((await read('cardsUp', '1'))?.text).toBe('1 card is restored.')
  expect((await read('cardsPlan', 'FREE 2 1'))?.text).toBe(
    'The plan of 2 cards is set: Complimentary. 1 card is still selected: a payment service manages its plan.',
  )
  for (const about of ['', 'x', '0 ', 'NONE 3 0'])
    for (const key of ['cardsDown', 'cardsUp', 'cardsPlan'] as const) expect(await read(key, about)).toBeNull()
})

test('an old or made-up address says nothing that is not so', async () => {
  expect(await read('cardDown', '', cardPage({}))).toBeNull()
  expect(await read('cardUp', '', cardPage({ isDisabled: true }))).toBeNull()
  expect(await read('billing', 'nonsense', cardPage({}))).toBeNull()
  expect(await read('partDown', 'review a b', cardPage({}))).toBeNull()
  expect(await read('partUp', 'review a b', cardPage({ downParts: ['review a b'] }))).toBeNull()
  expect(await read('hostBlocked', 'other.example', page('hosts'))).toBeNull()
  expect(await read('hostReleased', 'evil.example', page('hosts'))).toBeNull()
  expect(await read('nameReserved', 'other', page('names'))).toBeNull()
  expect(await read('nameReleased', 'shop', page('names'))).toBeNull()
  expect(await read('hostOff', 'other.example', page('connections'))).toBeNull()
  expect(await read('hostOn', 'slow.example:8443', page('connections'))).toBeNull()
  for (const key of ['nonsense', 'toString', '']) expect(await doneIn(new Request(`${site}/admin?done=${key}`))).toBeNull()
})
