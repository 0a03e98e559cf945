import { findOpenCard } from '#server/cards/find-open-card.ts'
import type { Changes } from '#server/db/changes.ts'
import type { Db } from '#server/db/database.ts'

/** Which aliases lead to a card that is open: asked with everything a page tells, and seldom another answer. */
export type OpenCards = { find(alias: string): Promise<string | null>; [Symbol.dispose](): void }

const keptMs = 60_000
const cardsMax = 20_000

export function keepOpenCards({ db, changes }: { db: Db; changes: Changes }, nowMs: () => number = () => performance.now()): OpenCards {
  const kept = new Map<string, { id: string; untilMs: number }>()
  const asking = new Map<string, Promise<string | null>>()
  const namesOf = new Map<string, Set<string>>()
  let told = 0
  // A change names the card and not its address: a page that changes hands is told for the card that had it.
  const stop = changes.on((change) => {
    told++
    asking.clear()
    if (change === 'everything') forgetAll()
    else for (const name of namesOf.get(change) ?? []) forget(name)
  })

  function forget(name: string) {
    const found = kept.get(name)
    kept.delete(name)
    const names = found && namesOf.get(`card:${found.id}`)
    names?.delete(name)
    if (found && names?.size === 0) namesOf.delete(`card:${found.id}`)
  }

  function forgetAll() {
    kept.clear()
    namesOf.clear()
  }

  function keep(name: string, id: string) {
    if (kept.size >= cardsMax) forgetAll()
    forget(name)
    kept.set(name, { id, untilMs: nowMs() + keptMs })
    const names = namesOf.get(`card:${id}`) ?? new Set()
    namesOf.set(`card:${id}`, names.add(name))
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
      if (known && known.untilMs > nowMs()) return known.id
      // A crowd asks once.
      const asked = asking.get(name) ?? ask(name)
      asking.set(name, asked)
      return asked.finally(() => asking.get(name) === asked && asking.delete(name))
    },
    [Symbol.dispose]: stop,
  }
}
