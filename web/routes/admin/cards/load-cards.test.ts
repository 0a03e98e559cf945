import { expect, test } from 'vitest'
import { loadCards } from './load-cards.ts'
import type { PageRequest } from '../admin-loader.ts'

const line = (alias: string) => ({ alias, picture: null, lastActiveAt: null, owners: [] })

/** The list of `listed`, among other cards, at an address; and the calls that it makes. */
async function load(search: string, listed: readonly string[]) {
  const calls: unknown[] = []
  const request = {
    query: new URLSearchParams(search),
    q: '',
    t: () => '',
    number: String,
    day: String,
    // Stubs the search of cards.
    call: async (name: string, { query }: { query: { aliases?: string } }) => {
      calls.push([name, query.aliases])
      return { cards: (query.aliases?.split(' ') ?? listed).map(line), found: 2, total: 2, accounts: 1 }
    },
  }
  const view = await loadCards(request as unknown as PageRequest)
  return { calls, elsewhere: view.selectedElsewhere.map(({ alias }) => alias) }
}

test('selected cards that the list no longer shows are read at once', async () => {
  const selected = 'card=ada&card=bo&card=cy&card=not%20an%20alias'
  const { calls, elsewhere } = await load(`plan=free&dialog=plan&${selected}`, ['bo', 'dot'])
  expect(elsewhere).toEqual(['ada', 'cy'])
  expect(calls).toEqual([
    ['admin.cards', undefined],
    ['admin.cards', 'ada cy'],
  ])
  expect((await load(`dialog=mail&${selected}`, ['bo', 'dot'])).elsewhere).toEqual(['ada', 'cy'])
  for (const address of [selected, `dialog=down&${selected}`, 'dialog=plan&card=bo'])
    expect((await load(address, ['bo', 'dot'])).calls).toHaveLength(1)
})
