import type { Db } from '#server/db/database.ts'
import { newId } from '#server/db/new-id.ts'
import type { Log } from '#server/outside/log.ts'
import { addToDays, insertEvents } from './visit-store.ts'

/** One thing that happened, and what it is counted by. */
export type Happening = { subjectId: string; at: Date; name: string; dimension: string; value: string }

export type VisitBook = {
  /** Comes back when they are written: an answer that follows is true. */
  write(happenings: readonly Happening[]): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const gatherMs = 40
const waitingMax = 10_000
const atOnceMax = 1000

/**
 * Gathers what happens everywhere for a blink and writes it in one transaction, events and the days' counts together, so
 * that a busy card costs the database one visit and not a thousand. More than it can write is let go, and said.
 */
export function openVisitBook({ db, log }: { db: Db; log: Log }): VisitBook {
  type Waiting = { happenings: readonly Happening[]; written: PromiseWithResolvers<void> }
  let waiting: Waiting[] = []
  let count = 0
  let writing: Promise<void> | null = null

  async function writeAll() {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    const batch = waiting
    waiting = []
    count = 0
    writing = null
    try {
      const all = batch.flatMap(({ happenings }) => happenings)
      for (let at = 0; at < all.length; at += atOnceMax) await keep(db, all.slice(at, at + atOnceMax))
      for (const { written } of batch) written.resolve()
    } catch {
      // One that cannot be kept, such as of a card that was removed meanwhile, takes nobody else's with it.
      for (const { happenings, written } of batch) await keep(db, happenings).then(written.resolve, written.reject)
    }
  }

  return {
    async write(happenings) {
      if (happenings.length === 0) return
      if (count + happenings.length > waitingMax) return log.warn('visits-let-go', { count: happenings.length })
      const written = Promise.withResolvers<void>()
      waiting.push({ happenings, written })
      count += happenings.length
      writing ??= writeAll()
      await written.promise
    },
    async [Symbol.asyncDispose]() {
      await writing
    },
  }
}

async function keep(db: Db, batch: readonly Happening[]) {
  const events = batch.map(({ subjectId, at, name, dimension, value }) => ({
    subjectId,
    at,
    id: newId(at.getTime()),
    name,
    params: { [dimension]: value },
  }))
  const days = new Map<string, Omit<Happening, 'at'> & { day: string; count: number }>()
  for (const { at, ...what } of batch) {
    const day = at.toISOString().slice(0, 10)
    const key = [what.subjectId, day, what.name, what.dimension, what.value].join('\n')
    const counted = days.get(key)
    if (counted) counted.count++
    else days.set(key, { ...what, day, count: 1 })
  }
  const sorted = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await db.transaction(async (tx) => {
    await insertEvents(tx, events)
    await addToDays(tx, sorted)
  })
}
