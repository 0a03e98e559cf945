import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Log } from '#server/outside/log.ts'
import type { Db } from './database.ts'
import { hasCode, isAway } from './is-away.ts'
import { openPool } from './pool.ts'
import { identify } from './reach-replica.ts'
import { soon } from './soon.ts'
import { openReplica, placeOf, type Place, type Replica } from './replica.ts'

type Ask<T> = (db: Db) => Promise<T>
/** Asks for what is shown, wherever that may be read. */
export type Shown = <T>(ask: Ask<T>) => Promise<T>
/** Who hears of changes; while nobody does, each moment may have brought one. */
type Heard = { on(listener: () => void): () => void; isHeard(): boolean }

/** Reading apart from the connections that pages and writes live on. */
export type Reads = {
  /** What may take long and may be a moment old: it waits among its own kind, and never keeps a card waiting. */
  report<T>(ask: Ask<T>): Promise<T>
  /** What visitors are shown: as true as the primary, from wherever it stands. */
  shown: Shown
  /** What is shown changes when these say so: a replica serves it once it has come that far. Answers how to follow no longer. */
  follow(changes: Heard): () => void
  /** Whether there is a replica that would be asked for what is shown. */
  isShownElsewhere(): boolean
  gauges(): { behindSeconds: Map<string, number>; up: Map<string, number> }
  [Symbol.asyncDispose](): Promise<void>
}

type Needs = { connection: pg.ClientConfig; main: { pool: pg.Pool; db: Db }; replicaUrls: readonly string[]; log: Log; connections: number }

const lookMs = 1000
const shownMs = 1000
/** Serialization failure: on a standby, what is replayed stood in the way of the question. */
const replayed = '40001'
const tooLong = '57014'
const reportBehindMaxMs = 30_000
/** A report that takes longer would be looked at by nobody. */
const reportMs = 10_000

export function openReads(
  { connection, main, replicaUrls, log, connections }: Needs,
  nowMs: () => number = () => performance.now(),
): Reads {
  const reports = openPool(connection, log, connections, { statementMs: reportMs })
  const reportDb = drizzle(reports)
  const replicas = replicaUrls.map((url) => openReplica(url, { log, nowMs, statementMs: reportMs }))
  const leaving = new AbortController()
  let changedMs = nowMs()
  let isHeard = () => true
  let turn = 0
  const watching = replicas.length > 0 ? watch() : null

  async function watch() {
    let identity: string | null | undefined
    while (!leaving.signal.aborted) {
      const askedMs = nowMs()
      const wasHeard = isHeard()
      identity ??= await identify(main.pool).catch(() => undefined)
      const primary = await placeOfPrimary()
      await Promise.all(replicas.map((replica) => replica.look(primary, askedMs, identity ?? null)))
      // A primary that is there takes writes, and we do not hear of them: only who has all up to this look is asked.
      if (primary !== null && !wasHeard) changedMs = Math.max(changedMs, askedMs)
      await wait(lookMs, undefined, { ref: false, signal: leaving.signal }).catch(() => {})
    }
  }

  async function placeOfPrimary(): Promise<Place | null> {
    try {
      const { rows } = await main.pool.query<{ place: string }>('select pg_current_wal_lsn()::text as place')
      return placeOf(rows[0]?.place ?? null)
    } catch {
      return null
    }
  }

  const hasAll = (replica: Replica) => replica.hasAll(changedMs)

  /** The next in turn of those that fit; one that fails is left out, and the primary is asked instead. */
  async function ask<T>(work: Ask<T>, fits: (replica: Replica) => boolean, primary: Db): Promise<T> {
    const fitting = replicas.filter(fits)
    const replica = fitting[turn++ % Math.max(1, fitting.length)]
    if (!replica) return work(primary)
    try {
      return await work(replica.db)
    } catch (error) {
      // What takes too long there takes too long here; what replaying ended there may be asked here.
      if (!hasCode(error, replayed) && (!isAway(error) || hasCode(error, tooLong))) throw error
      if (!hasCode(error, replayed)) replica.failed(error instanceof Error ? error.message : String(error))
      return work(primary)
    }
  }

  return {
    report: (work) => ask(work, (replica) => (replica.behindMs() ?? Infinity) <= reportBehindMaxMs, reportDb),
    shown: (work) => ask((db) => (db === main.db ? work(db) : soon(work(db), shownMs)), hasAll, main.db),
    follow(changes) {
      isHeard = changes.isHeard
      return changes.on(() => void (changedMs = nowMs()))
    },
    isShownElsewhere: () => replicas.some(hasAll),
    gauges: () => ({
      up: new Map(replicas.map((replica) => [labelOf(replica), replica.behindMs() === null ? 0 : 1])),
      behindSeconds: new Map(replicas.map((replica) => [labelOf(replica), secondsOf(replica.behindMs())])),
    }),
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await watching
      await Promise.all([reports.end(), ...replicas.map((replica) => replica[Symbol.asyncDispose]())])
    },
  }
}

const labelOf = ({ host }: Replica) => `replica="${host}"`
const secondsOf = (ms: number | null) => (ms === null || !Number.isFinite(ms) ? -1 : ms / 1000)
