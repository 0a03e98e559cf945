import type { Db } from '#server/database/database.ts'
import { isAway, isShardAway } from '#server/database/is-away.ts'
import { problem } from '#server/http/problems/problem.ts'
import { newId } from '#server/database/new-id.ts'
import type { Log } from '#server/integrations/log.ts'
import { limitValues, sumRows } from './limit-values.ts'
import type { Settings } from '#server/settings.ts'
import type { VisitDayRow, VisitQuarterRow } from './tables.ts'
import { addToDays, addToFigures, addToQuarters, addToViewTotals, insertEvents } from './visit-store.ts'

/** An event, and the parameter it is counted by. */
export type VisitEvent = { subjectId: string; at: Date; name: string; dimension: string; value: string }

export type VisitWriter = {
  /** Resolves when they are written. */
  write(events: readonly VisitEvent[]): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** `waitingMax`: for tests. */
type WriterDeps = { db: Db; isCluster?: boolean; log: Log; settings: Pick<Settings, 'visitEventMonths'>; waitingMax?: number }

const batchWindowMs = 40
const batchSizeMax = 1000

/**
 * Writes events in batches: collects those of all requests for `batchWindowMs`, or while the previous batch is being written, and
 * writes events and counts in one transaction. Rejects events beyond `waitingMax`.
 */
export function openVisitWriter({ db, isCluster = false, log, settings, waitingMax = 10_000 }: WriterDeps): VisitWriter {
  type Waiting = { events: readonly VisitEvent[]; written: PromiseWithResolvers<void> }
  // Reports read counts only: if single events are not retained, they are not written.
  const storesEvents = () => settings.visitEventMonths > 0
  let waiting: Waiting[] = []
  let count = 0
  let writing: Promise<void> | null = null
  let flush = () => {}

  async function writeAll() {
    while (waiting.length > 0) {
      if (count < batchSizeMax) await batchWindow()
      const batch = waiting
      waiting = []
      count = 0
      for (const part of partsOf(batch, batchSizeMax)) await writePart(part)
    }
    writing = null
  }

  /** Resolves after the batch window, or as soon as the batch is full. */
  function batchWindow() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, batchWindowMs)
      flush = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function writeBatch(batch: readonly VisitEvent[]) {
    const events = storesEvents() ? batch.map((event) => ({ ...event, id: newId(event.at.getTime()) })) : []
    const quarters = batch.map((event) => ({ ...event, at: quarterOf(event.at), day: event.at.toISOString().slice(0, 10), count: 1 }))
    const days = sumRows(quarters.map(dayRow))
    await db.transaction(async (tx) => {
      if (events.length > 0) await insertEvents(tx, events)
      const limit = await limitValues(tx, days)
      await addToDays(tx, sumRows(days.map(limit)))
      await addToQuarters(tx, sumRows(quarters.map(limit)))
      await addToFigures(tx, days)
      if (!isCluster) await addToViewTotals(tx, days)
    })
    // Every batch writes this row. A worker that freezes during a commit would keep it locked, and so the visits of all cards waiting.
    if (isCluster) await addToViewTotals(db, days).catch((error: unknown) => log.warn('view-totals-not-written', { error }))
  }

  async function writePart(part: readonly Waiting[]) {
    try {
      await writeBatch(part.flatMap(({ events }) => events))
      for (const { written } of part) written.resolve()
    } catch (error) {
      // If the whole database is unavailable, retrying one by one would make each request wait for its timeout.
      if (isAway(error) && !isShardAway(error)) return part.forEach(({ written }) => written.reject(error))
      // An event that can't be written, as its card was deleted or its shard is unavailable, doesn't affect the others.
      for (const { events, written } of part) await writeBatch(events).then(written.resolve, written.reject)
    }
  }

  return {
    async write(events) {
      if (events.length === 0) return
      if (count + events.length > waitingMax) {
        log.warn('visits-dropped', { count: events.length })
        throw problem('unavailable', { retryAfterSeconds: 5 })
      }
      const written = Promise.withResolvers<void>()
      waiting.push({ events, written })
      count += events.length
      if (count >= batchSizeMax) flush()
      writing ??= writeAll()
      await written.promise
    },
    async [Symbol.asyncDispose]() {
      await writing
    },
  }
}

/** Splits a batch, in order, into parts of at most `size` events. */
function partsOf<W extends { events: readonly VisitEvent[] }>(batch: readonly W[], size: number): W[][] {
  const parts: W[][] = []
  let capacity = 0
  for (const each of batch) {
    capacity -= each.events.length
    if (capacity < 0) {
      parts.push([])
      capacity = size - each.events.length
    }
    parts.at(-1)?.push(each)
  }
  return parts
}

/** In every time zone, days begin at a quarter hour. */
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
