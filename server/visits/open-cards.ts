import { LRUCache } from 'lru-cache'
import { findOpenCard } from '#server/cards/public/find-cards.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'

/** Looks up which card an alias belongs to, if it is open. Cached, because every tracked event needs it. */
export type OpenCards = { find(alias: string): Promise<string | null>; [Symbol.dispose](): void }

const cachedMs = 60_000
const cardsMax = 20_000

export function cacheOpenCards({ db, changes }: { db: Db; changes: Changes }): OpenCards {
  const cached = new LRUCache<string, string>({ max: cardsMax, ttl: cachedMs, ttlResolution: 0, dispose: removeName })
  const loading = new Map<string, Promise<string | null>>()
  const namesOf = new Map<string, Set<string>>()
  let changeCount = 0
  // A change names the card, not its addresses, so the cached names of each card are tracked.
  const stop = changes.on((change) => {
    changeCount++
    loading.clear()
    if (change === 'everything') cached.clear()
    else for (const name of namesOf.get(change) ?? []) cached.delete(name)
  })

  function removeName(id: string, name: string) {
    const names = namesOf.get(`card:${id}`)
    names?.delete(name)
    if (names?.size === 0) namesOf.delete(`card:${id}`)
  }

  function store(name: string, id: string) {
    cached.set(name, id)
    namesOf.set(`card:${id}`, (namesOf.get(`card:${id}`) ?? new Set()).add(name))
  }

  async function load(name: string) {
    const before = changeCount
    const id = await findOpenCard(db, name)
    // A result from before a change is not cached. Unknown names aren't either, because clients can make up any number of them.
    if (id && before === changeCount) store(name, id)
    return id
  }

  return {
    async find(alias) {
      const name = alias.toLowerCase()
      const known = cached.get(name)
      if (known) return known
      // Concurrent requests share one query.
      const result = loading.get(name) ?? load(name)
      loading.set(name, result)
      return result.finally(() => loading.get(name) === result && loading.delete(name))
    },
    [Symbol.dispose]: stop,
  }
}
