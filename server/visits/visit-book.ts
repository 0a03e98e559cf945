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
  let waiting: Happening[] = []
  let writing: Promise<void> | null = null

  async function writeAll() {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    const batch = waiting
    waiting = []
    writing = null
    for (let at = 0; at < batch.length; at += atOnceMax) await keepOrPart(batch.slice(at, at + atOnceMax))
  }

  /** A card that was removed meanwhile takes nobody else's visits with it. */
  async function keepOrPart(batch: readonly Happening[]) {
    try {
      await keep(db, batch)
    } catch (error) {
      const cards = Object.values(Object.groupBy(batch, ({ subjectId }) => subjectId))
      if (cards.length < 2) throw error
      for (const own of cards) await keep(db, own ?? []).catch((reason: unknown) => log.warn('visits-not-written', { error: reason }))
    }
  }

  return {
    write(happenings) {
      if (waiting.length + happenings.length > waitingMax) {
        log.warn('visits-let-go', { count: happenings.length })
        return Promise.resolve()
      }
      waiting.push(...happenings)
      writing ??= writeAll()
      return writing
    },
    async [Symbol.asyncDispose]() {
      await writing?.catch((error: unknown) => log.error('visits-not-written', { error }))
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
