import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { hasCode } from '#server/database/is-away.ts'
import { readMigrations } from '#server/database/migrate.ts'

/**
 * `read-only`: cards are shown, nothing is saved. `migrating`: a migration of this version is unfinished; the previous version doesn't
 * know it and stays ready. `locked`: a restore has the tables locked until it ends; a lock that waits, or of one table, isn't one. `stopping`:
 * the server serves on until load balancers have noticed.
 */
export type ReadinessState = 'ready' | 'read-only' | 'migrating' | 'locked' | 'unavailable' | 'stopping'
export type Readiness = {
  check(): Promise<ReadinessState>
  drain(): void
  /** The state at the last check. */
  last(): ReadinessState
}

const defaultAnswerMs = 2000
const cacheMs = 1000

type Deps = { pool: pg.Pool; nowMs?: () => number; answerMs?: number | undefined }

/** The endpoint is public: however often it is called, the database is checked at most once a second, on separate connections. */
export function createReadiness({ pool, nowMs = () => performance.now(), answerMs = defaultAnswerMs }: Deps): Readiness {
  const migrations = readMigrations().map(({ name }) => name)
  let isStopping = false
  let last: ReadinessState = 'ready'
  let pending: Promise<ReadinessState> | null = null
  let cachedUntilMs = Number.NEGATIVE_INFINITY

  async function queryDatabase(): Promise<ReadinessState> {
    try {
      const results = await pool.query<{ isReadOnly: boolean; migrating: string | null }>(
        `lock table installation in access share mode nowait;
        select current_setting('transaction_read_only')::bool as "isReadOnly",
          (select value ->> 'file' from installation where name = 'migrating') as migrating`,
      )
      // Of two statements the driver returns two results.
      const { isReadOnly = false, migrating = null } = [results].flat().at(-1)?.rows[0] ?? {}
      if (migrating !== null && migrations.includes(migrating)) return 'migrating'
      return isReadOnly ? 'read-only' : 'ready'
    } catch (error) {
      return hasCode(error, '55P03') ? await queryLocks().catch(() => 'unavailable' as const) : 'unavailable'
    }
  }

  /** Reads no table, which would wait for the lock. So whether a migration is unfinished is as at the last check. */
  async function queryLocks(): Promise<ReadinessState> {
    const { rows } = await pool.query<{ isReadOnly: boolean; areLocked: boolean }>(
      `select current_setting('transaction_read_only')::bool as "isReadOnly", count(distinct relation) = 2 as "areLocked"
      from pg_locks where granted and mode = 'AccessExclusiveLock' and relation in ('installation'::regclass, 'subject'::regclass)
        and database = (select oid from pg_database where datname = current_database())`,
    )
    const { isReadOnly = false, areLocked = false } = rows[0] ?? {}
    if (areLocked) return 'locked'
    if (last === 'migrating') return last
    return isReadOnly ? 'read-only' : 'ready'
  }

  async function checkOnce(): Promise<ReadinessState> {
    // A suspended database does not answer at all.
    last = await Promise.race([queryDatabase(), wait(answerMs, 'unavailable' as const, { ref: false })])
    cachedUntilMs = nowMs() + cacheMs
    pending = null
    return last
  }

  return {
    async check() {
      if (isStopping) return 'stopping'
      if (nowMs() < cachedUntilMs) return last
      return (pending ??= checkOnce())
    },
    drain: () => void (isStopping = true),
    last: () => (isStopping ? 'stopping' : last),
  }
}
