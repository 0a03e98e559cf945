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
  let told = 0
  // An alias that is forgotten is asked for again: which card it was of need not be known.
  const stop = changes.on(() => {
    told++
    kept.clear()
    asking.clear()
  })

  async function ask(name: string) {
    const before = told
    const id = await findOpenCard(db, name)
    if (kept.size >= cardsMax) kept.clear()
    // What was asked before a change is not kept after it. Who is not there is asked for each time: anybody may make names up.
    if (id && before === told) kept.set(name, { id, untilMs: nowMs() + keptMs })
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
