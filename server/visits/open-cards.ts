import { LRUCache } from 'lru-cache'
import { findOpenCard } from '#server/cards/public/find-cards.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'

/** Which aliases lead to a card that is open: asked with everything a page tells, and seldom another answer. */
export type OpenCards = { find(alias: string): Promise<string | null>; [Symbol.dispose](): void }

const keptMs = 60_000
const cardsMax = 20_000

export function keepOpenCards({ db, changes }: { db: Db; changes: Changes }): OpenCards {
  const kept = new LRUCache<string, string>({ max: cardsMax, ttl: keptMs, ttlResolution: 0, dispose: unname })
  const asking = new Map<string, Promise<string | null>>()
  const namesOf = new Map<string, Set<string>>()
  let told = 0
  // A change names the card and not its address: a page that changes hands is told for the card that had it.
  const stop = changes.on((change) => {
    told++
    asking.clear()
    if (change === 'everything') kept.clear()
    else for (const name of namesOf.get(change) ?? []) kept.delete(name)
  })

  function unname(id: string, name: string) {
    const names = namesOf.get(`card:${id}`)
    names?.delete(name)
    if (names?.size === 0) namesOf.delete(`card:${id}`)
  }

  function keep(name: string, id: string) {
    kept.set(name, id)
    namesOf.set(`card:${id}`, (namesOf.get(`card:${id}`) ?? new Set()).add(name))
  }

  async function ask(name: string) {
    const before = told
    const id = await findOpenCard(db, name)
    // What was asked before a change is not kept after it. Who is not there is asked for each time: anybody may make names up.
    if (id && before === told) keep(name, id)
    return id
  }

  return {
    async find(alias) {
      const name = alias.toLowerCase()
      const known = kept.get(name)
      if (known) return known
      // A crowd asks once.
      const asked = asking.get(name) ?? ask(name)
      asking.set(name, asked)
      return asked.finally(() => asking.get(name) === asked && asking.delete(name))
    },
    [Symbol.dispose]: stop,
  }
}
