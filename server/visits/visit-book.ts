import type { Db } from '#server/database/database.ts'
import { isAway } from '#server/database/is-away.ts'
import { problem } from '#server/http/problems/problem.ts'
import { newId } from '#server/database/new-id.ts'
import type { Log } from '#server/integrations/log.ts'
import { foldSurplus, sumRows } from './fold-surplus.ts'
import type { Settings } from '#server/settings.ts'
import type { VisitDayRow, VisitQuarterRow } from './tables.ts'
import { addToDays, addToQuarters, addToViewTotals, insertEvents } from './visit-store.ts'

/** One thing that happened, and what it is counted by. */
export type VisitEvent = { subjectId: string; at: Date; name: string; dimension: string; value: string }

export type VisitBook = {
  /** Comes back when they are written: an answer that follows is true. */
  write(events: readonly VisitEvent[]): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** `waitingMax`: for tests. */
type BookNeeds = { db: Db; log: Log; settings: Pick<Settings, 'visitEventMonths'>; waitingMax?: number }

const gatherMs = 40
const atOnceMax = 1000

/**
 * Gathers what happens everywhere for a blink, and for as long as the last is being written, and writes it in one transaction,
 * events and the days' counts together, so that a busy card costs the database one visit and not a thousand. More than it can
 * write is refused.
 */
export function openVisitBook({ db, log, settings, waitingMax = 10_000 }: BookNeeds): VisitBook {
  type Waiting = { events: readonly VisitEvent[]; written: PromiseWithResolvers<void> }
  // Reports read the days' counts: who keeps no events writes none.
  const keepsEach = settings.visitEventMonths > 0
  let waiting: Waiting[] = []
  let count = 0
  let writing: Promise<void> | null = null
  let isEnough = () => {}

  async function writeAll() {
    while (waiting.length > 0) {
      if (count < atOnceMax) await gathered()
      const batch = waiting
      waiting = []
      count = 0
      for (const part of partsOf(batch, atOnceMax)) await writePart(part)
    }
    writing = null
  }

  /** A blink later, or as soon as there is enough to write. */
  function gathered() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      isEnough = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function writePart(part: readonly Waiting[]) {
    try {
      await writeBatch(
        db,
        part.flatMap(({ events }) => events),
        keepsEach,
      )
      for (const { written } of part) written.resolve()
    } catch (error) {
      // Asked one by one, a database that is away would keep everybody waiting in a row.
      if (isAway(error)) return part.forEach(({ written }) => written.reject(error))
      // One that cannot be kept, such as of a card that was removed meanwhile, takes nobody else's with it.
      for (const { events, written } of part) await writeBatch(db, events, keepsEach).then(written.resolve, written.reject)
    }
  }

  return {
    async write(events) {
      if (events.length === 0) return
      if (count + events.length > waitingMax) {
        log.warn('visits-let-go', { count: events.length })
        throw problem('unavailable', { retryAfterSeconds: 5 })
      }
      const written = Promise.withResolvers<void>()
      waiting.push({ events, written })
      count += events.length
      if (count >= atOnceMax) isEnough()
      writing ??= writeAll()
      await written.promise
    },
    async [Symbol.asyncDispose]() {
      await writing
    },
  }
}

/** In the order they came, each part as large as one statement should be. */
function partsOf<W extends { events: readonly VisitEvent[] }>(batch: readonly W[], most: number): W[][] {
  const parts: W[][] = []
  let room = 0
  for (const each of batch) {
    room -= each.events.length
    if (room < 0) {
      parts.push([])
      room = most - each.events.length
    }
    parts.at(-1)?.push(each)
  }
  return parts
}

async function writeBatch(db: Db, batch: readonly VisitEvent[], keepsEach: boolean) {
  const events = keepsEach ? batch.map((event) => ({ ...event, id: newId(event.at.getTime()) })) : []
  const quarters = batch.map((told) => ({ ...told, at: quarterOf(told.at), day: told.at.toISOString().slice(0, 10), count: 1 }))
  const days = sumRows(quarters.map(dayRow))
  await db.transaction(async (tx) => {
    if (events.length > 0) await insertEvents(tx, events)
    const fold = await foldSurplus(tx, days)
    await addToDays(tx, sumRows(days.map(fold)))
    await addToQuarters(tx, sumRows(quarters.map(fold)))
    await addToViewTotals(tx, days)
  })
}

/** In every time zone a day begins at a quarter of an hour. */
const quarterMs = 900_000
const quarterOf = (moment: Date) => new Date(Math.floor(moment.getTime() / quarterMs) * quarterMs)
const dayRow = ({ subjectId, day, name, dimension, value, count }: VisitQuarterRow): VisitDayRow => ({
  subjectId,
  day,
  name,
  dimension,
  value,
  count,
})
