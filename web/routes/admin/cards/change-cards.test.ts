import { expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { Done } from '../../../features/admin/admin-view.ts'
import type { CardsView } from '../../../features/admin/lists/cards-page.tsx'
import { loadMessages } from '../../../i18n/use-translate.ts'
import { cardsDown, cardsPlan, cardsUp } from './change-cards.ts'

const t = await loadMessages('en-US')
const outcomes = { cardsDown, cardsPlan, cardsUp }
const plans = {
  FREE: ['FREE', false, false],
  TRIAL: ['PRO', true, false],
  PRO: ['PRO', false, false],
  UNPAID: ['FREE', false, true],
} as const
/** Says it on the list, where `cards` are so now; `selected` are in the address. */
async function readMany(
  key: keyof typeof outcomes,
  about: string,
  cards: Record<string, 'down' | keyof typeof plans>,
  selected = 0,
): Promise<Done | null> {
  const found: Api['call'] = (async (_: string, { query }: { query: { aliases: string } }) => ({
    cards: [...new Set(query.aliases.split(' '))].flatMap((alias) => {
      const state = cards[alias]
      const [plan, isTrial, isPastDue] = plans[state === 'down' ? 'FREE' : (state ?? 'FREE')]
      return state ? [{ alias, isDisabled: state === 'down', plan, isTrial, isPastDue }] : []
    }),
  })) as unknown as Api['call']
  return (await outcomes[key]({ t, about, selected, call: found, view: {} as CardsView })) || null
}

test('a change of several cards says how many there are, and offers to undo a takedown', async () => {
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

test('a change that an error ended early says how far it came, and what is left', async () => {
  expect((await readMany('cardsDown', '2,ruth', { ruth: 'down' }, 2))?.text).toBe(
    '1 card is down. 2 cards couldn’t be changed and are still selected. Try again.',
  )
  expect((await readMany('cardsUp', '2,ruth', { ruth: 'FREE' }))?.text).toBe(
    '1 card is restored. 2 cards couldn’t be restored and are still down.',
  )
  expect((await readMany('cardsPlan', 'FREE 1 1,ruth bo', { ruth: 'FREE', bo: 'FREE' }, 2))?.text).toBe(
    'The plan of 2 cards is set: Free. 1 card is still selected: a payment service manages its plan. 1 card couldn’t be changed and is still selected. Try again.',
  )
  expect((await readMany('cardsPlan', 'UNPAID 1 0,', {}, 1))?.text).toBe('1 card is still selected: a payment service manages its plan.')
})

test('an old or made-up address of a change says nothing that is not so', async () => {
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
