import { describe, expect, test } from 'vitest'
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
  expect((await read('plan', '', cardPage({ fullName: '', choice: 'FREE' })))?.text).toBe('ruth’s plan is set: Free.')
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

describe('a change of several cards', () => {
  const plans = {
    FREE: ['FREE', false, false],
    TRIAL: ['PRO', true, false],
    PRO: ['PRO', false, false],
    UNPAID: ['FREE', false, true],
  } as const
  /** Says it on the list, where `cards` are so now; `selected` are in the address. */
  async function readMany(key: DoneKey, about: string, cards: Record<string, 'down' | keyof typeof plans>, selected: string[] = []) {
    const found: Api['call'] = (async (_: string, { query }: { query: { aliases: string } }) => ({
      cards: [...new Set(query.aliases.split(' '))].flatMap((alias) => {
        const state = cards[alias]
        const [plan, isTrial, isPastDue] = plans[state === 'down' ? 'FREE' : (state ?? 'FREE')]
        return state ? [{ alias, isDisabled: state === 'down', plan, isTrial, isPastDue }] : []
      }),
    })) as unknown as Api['call']
    const href = [doneAt('/admin/cards', key, about), ...selected.map((alias) => `card=${alias}`)].join('&')
    return doneIn(new Request(site + href), { view: { page: 'cards' } as AdminView, call: found })
  }

  test('says how many there are, and offers to undo a takedown', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `${'x'.repeat(57)}-${at + 10}`)
    const down = Object.fromEntries(['ruth', 'bo-chen', ...many].map((alias) => [alias, 'down'] as const))
    expect(await readMany('cardsDown', '0,ruth bo-chen', down)).toEqual({
      text: '2 cards are down.',
      undo: { intent: 'ups', fields: { aliases: 'ruth bo-chen' } },
    })
    expect((await readMany('cardsDown', `0,${many.join(' ')}`, down))?.undo).toEqual({ intent: 'ups', fields: { aliases: many.join(' ') } })
    expect(await readMany('cardsUp', '0,ruth', { ruth: 'PRO' })).toEqual({ text: '1 card is restored.' })
    expect(await readMany('cardsPlan', 'TRIAL 0 0,ruth', { ruth: 'TRIAL' })).toEqual({
      text: 'The plan of 1 card is set: PRO trial, starting now.',
    })
  })

  test('that an error ended early says how far it came, and what is left', async () => {
    expect((await readMany('cardsDown', '2,ruth', { ruth: 'down' }, ['bo', 'ana']))?.text).toBe(
      '1 card is down. 2 cards couldn’t be changed and are still selected. Try again.',
    )
    expect((await readMany('cardsUp', '2,ruth', { ruth: 'FREE' }))?.text).toBe(
      '1 card is restored. 2 cards couldn’t be restored and are still down.',
    )
    expect((await readMany('cardsPlan', 'FREE 1 1,ruth bo', { ruth: 'FREE', bo: 'FREE' }, ['ana', 'eve']))?.text).toBe(
      'The plan of 2 cards is set: Free. 1 card is still selected: a payment service manages its plan. 1 card couldn’t be changed and is still selected. Try again.',
    )
    expect((await readMany('cardsPlan', 'UNPAID 1 0,', {}, ['ana']))?.text).toBe(
      '1 card is still selected: a payment service manages its plan.',
    )
  })

  test('of an old or made-up address says nothing that is not so', async () => {
    for (const [key, about] of [
      ['cardsDown', '0,ruth live'],
      ['cardsDown', '0,ruth gone'],
      ['cardsDown', '0,ruth ruth'],
      ['cardsDown', '9,ruth'],
      ['cardsDown', '3'],
      ['cardsUp', '0,ruth live'],
      ['cardsUp', '3'],
      ['cardsPlan', 'TRIAL 0 0,live'],
      ['cardsPlan', 'PRO 2 0,live'],
      ['cardsPlan', 'NONE 0 0,live'],
      ['cardsPlan', ''],
    ] as const)
      expect([about, await readMany(key, about, { ruth: 'down', live: 'PRO' })]).toEqual([about, null])
  })
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
