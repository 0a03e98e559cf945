import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { StorageAway } from '#server/integrations/storage-away.ts'
import { openPool } from './pool.ts'

/** Locks for work on a storage. They are held outside transactions, so a slow storage blocks no row. */
export type Holds = {
  /** An exclusive lock on this name, across all servers. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** A shared lock on this number. Returns false without running `work` while the lock is held exclusively. */
  beside(number: number, work: () => Promise<void>): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

const retryMs = 100
/** Longer than any storage call takes. */
const waitMs = 120_000

/**
 * Session-level advisory locks on one permanent connection: they end with it, so a server that was killed leaves none. A session
 * never waits for its own locks, so callers of one server queue here first.
 */
export function openHolds(connection: pg.ClientConfig, log: Log): Holds {
  const pool = openPool(connection, log, 1, { stays: true })
  const db = drizzle(pool)
  const queues = new Map<string, Promise<unknown>>()

  async function lock(name: string): Promise<void> {
    for (const since = performance.now(); ; await wait(retryMs)) {
      const { rows } = await db.execute<{ isHeld: boolean }>(sql`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isHeld"`)
      if (rows[0]?.isHeld) return
      if (performance.now() - since > waitMs) throw new StorageAway('Busy', 'another server is at work on the same picture')
    }
  }

  async function whileLocked<T>(name: string, work: () => Promise<T>): Promise<T> {
    await lock(name)
    try {
      return await work()
    } finally {
      await db.execute(sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`).catch(ignore)
    }
  }

  return {
    alone(name, work) {
      const done = (queues.get(name) ?? Promise.resolve()).then(() => whileLocked(name, work))
      const last = done.catch(() => {}).finally(() => queues.get(name) === last && queues.delete(name))
      queues.set(name, last)
      return done
    },
    async beside(number, work) {
      const { rows } = await db.execute<{ isHeld: boolean }>(sql`select pg_try_advisory_lock_shared(${number}) as "isHeld"`)
      if (!rows[0]?.isHeld) return false
      try {
        await work()
      } finally {
        await db.execute(sql`select pg_advisory_unlock_shared(${number})`).catch(ignore)
      }
      return true
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** If the connection broke, the lock ended with it. */
function ignore() {}
