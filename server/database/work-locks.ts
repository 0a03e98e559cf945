import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql, type SQL } from 'drizzle-orm'
import type { Log } from '#server/integrations/log.ts'
import { StorageUnavailableError } from '#server/integrations/storage-error.ts'
import type { Connection } from './client.ts'
import type { Db } from './database.ts'
import { openPool } from './pool.ts'

/** Locks for work on a storage. They are held outside the work's own transactions, so a slow storage blocks no row. */
export type WorkLocks = {
  /** An exclusive lock on this name, across all servers. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>
  /** A shared lock on this number. Returns false without running `work` while the lock is held exclusively. */
  shared(number: number, work: () => Promise<void>): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

type Lock = { key: SQL; kind: 'exclusive' | 'shared' }
/** Null, without running the work, if another server has the lock. */
type TryLocked = <T>(lock: Lock, work: () => Promise<T>) => Promise<{ result: T } | null>

const retryMs = 100
/** Longer than any storage call takes. */
const waitMs = 120_000
/** Behind a pooler. Work under an exclusive lock also waits for a shared one: with one pool they could wait for each other. */
const poolSizes = { exclusive: 10, shared: 3 } as const

/** Advisory locks. They end with their connection, so a server that was killed leaves none. Callers of one server queue here first. */
export function openWorkLocks(connection: Connection, log: Log): WorkLocks {
  const { tryLocked, end } = connection.isPooled ? lockByTransaction(connection, log) : lockBySession(connection, log)
  const queues = new Map<string, Promise<unknown>>()

  async function whileLocked<T>(name: string, work: () => Promise<T>): Promise<T> {
    const lock: Lock = { key: sql`hashtextextended(${name}, 0)`, kind: 'exclusive' }
    for (const since = performance.now(); ; await wait(retryMs)) {
      const done = await tryLocked(lock, work)
      if (done) return done.result
      if (performance.now() - since > waitMs) throw new StorageUnavailableError('Busy', 'another server is at work on the same picture')
    }
  }

  return {
    exclusive(name, work) {
      const done = (queues.get(name) ?? Promise.resolve()).then(() => whileLocked(name, work))
      const last = done.catch(() => {}).finally(() => queues.get(name) === last && queues.delete(name))
      queues.set(name, last)
      return done
    },
    shared: async (number, work) => (await tryLocked({ key: sql`${number}::bigint`, kind: 'shared' }, work)) !== null,
    [Symbol.asyncDispose]: end,
  }
}

/** All locks of this server on one permanent connection. */
function lockBySession(connection: Connection, log: Log): { tryLocked: TryLocked; end(): Promise<void> } {
  const pool = openPool(connection, log, 1, { stays: true })
  const db = drizzle(pool)
  return {
    async tryLocked({ key, kind }, work) {
      const suffix = sql.raw(kind === 'shared' ? '_shared' : '')
      if (!(await tryLock(db, sql`pg_try_advisory_lock${suffix}(${key})`))) return null
      try {
        return { result: await work() }
      } finally {
        // If the connection broke, the lock ended with it.
        await db.execute(sql`select pg_advisory_unlock${suffix}(${key})`).catch(() => {})
      }
    },
    end: () => pool.end(),
  }
}

/** Behind a pooler a session's lock would stay in it, so each lock has a transaction that does nothing else. */
function lockByTransaction(connection: Connection, log: Log): { tryLocked: TryLocked; end(): Promise<void> } {
  const pools = {
    exclusive: openPool(connection, log, poolSizes.exclusive),
    shared: openPool(connection, log, poolSizes.shared),
  }
  return {
    async tryLocked({ key, kind }, work) {
      let settled: PromiseSettledResult<Awaited<ReturnType<typeof work>>> | undefined
      try {
        await drizzle(pools[kind]).transaction(async (tx) => {
          if (!(await tryLock(tx, sql`pg_try_advisory_xact_lock${sql.raw(kind === 'shared' ? '_shared' : '')}(${key})`))) return
          // Without a parameter, so it also releases the snapshot of the statement before.
          await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${waitMs}`))
          ;[settled] = await Promise.allSettled([work()])
        })
      } catch (error) {
        // If the connection broke during the work, the lock ended with it, and the work is done.
        if (!settled) throw error
      }
      if (settled?.status === 'rejected') throw settled.reason
      return settled ? { result: settled.value } : null
    },
    end: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end()))),
  }
}

async function tryLock(db: Db, lock: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ isLocked: boolean; isStandby: boolean }>(
    sql`select case when pg_is_in_recovery() then false else ${lock} end as "isLocked", pg_is_in_recovery() as "isStandby"`,
  )
  if (rows[0]?.isStandby) throw Object.assign(new Error('The locks of a standby are its own'), { code: '25006' })
  return rows[0]?.isLocked === true
}
