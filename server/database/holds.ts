import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { StorageAway } from '#server/integrations/storage-away.ts'
import { openPool } from './pool.ts'

/** What is held while a storage is waited for. It may take as long as it likes: no transaction and no row waits with it. */
export type Holds = {
  /** Whoever else wants this name waits, on every server. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** False, and nothing is done, while somebody holds this number alone. */
  beside(number: number, work: () => Promise<void>): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

const retryMs = 100
/** Longer than any storage that answers takes. */
const waitMs = 120_000

/**
 * Locks of a session, on a connection of its own that stays: they end with it, so nothing is left of a server that was killed.
 * Of one server all have the same session, which never waits for itself: those stand in a line here first.
 */
export function openHolds(connection: pg.ClientConfig, log: Log): Holds {
  const pool = openPool(connection, log, 1, { stays: true })
  const db = drizzle(pool)
  const lines = new Map<string, Promise<unknown>>()

  async function take(name: string): Promise<void> {
    for (const since = performance.now(); ; await wait(retryMs)) {
      const { rows } = await db.execute<{ isHeld: boolean }>(sql`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isHeld"`)
      if (rows[0]?.isHeld) return
      if (performance.now() - since > waitMs) throw new StorageAway('Busy', 'another server is at work on the same picture')
    }
  }

  async function heldByUs<T>(name: string, work: () => Promise<T>): Promise<T> {
    await take(name)
    try {
      return await work()
    } finally {
      await db.execute(sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`).catch(goneAnyway)
    }
  }

  return {
    alone(name, work) {
      const done = (lines.get(name) ?? Promise.resolve()).then(() => heldByUs(name, work))
      const last = done.catch(() => {}).finally(() => lines.get(name) === last && lines.delete(name))
      lines.set(name, last)
      return done
    },
    async beside(number, work) {
      const { rows } = await db.execute<{ isHeld: boolean }>(sql`select pg_try_advisory_lock_shared(${number}) as "isHeld"`)
      if (!rows[0]?.isHeld) return false
      try {
        await work()
      } finally {
        await db.execute(sql`select pg_advisory_unlock_shared(${number})`).catch(goneAnyway)
      }
      return true
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** The connection broke, and the lock ended with it. */
function goneAnyway() {}
