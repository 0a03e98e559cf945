import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { retryDeadlocks } from './changes/retry-deadlocks.ts'
import type { Connection } from './client.ts'
import { superviseEmbedded, visitEmbedded } from './embedded/supervise.ts'
import { openWorkLocks, type WorkLocks } from './work-locks.ts'
import { migrate, type MigrateOptions } from './migrate.ts'
import { openPool, unlimited } from './pool.ts'
import { reachDatabase, type Reached } from './reach-database.ts'
import { commitInTwoPhases } from './sharding/commit-in-two-phases.ts'
import { guardShards } from './sharding/guard-shards.ts'
import { isDistributed } from './sharding/migrate-distributed.ts'

/** The pool or, inside a transaction, the transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** Each connection is a process, on this machine for the embedded server. Statements take under a millisecond, so a few are enough. */
const poolSizes = { embedded: 3, elsewhere: 10 } as const
/** Reports queue for these and never delay a card. Connections open on first use. */
const reportPoolSizes = { embedded: 1, elsewhere: 3 } as const
/** No person waits longer for a report. */
const reportMs = 10_000

export type Database = {
  db: Db
  pool: pg.Pool
  connection: Connection
  /** With sessions of its own, or null behind a pooler. */
  direct: Connection | null
  /** For slow queries, on connections of their own. */
  reportDb: Db
  workLocks: WorkLocks
  /** True if cards are distributed over the workers of a cluster. */
  isCluster: boolean
  [Symbol.asyncDispose](): Promise<void>
}

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'> & Partial<Pick<Settings, 'databaseDirectUrl'>>

const pooledHint = 'Edits show on other servers within two seconds. For milliseconds, set DATABASE_DIRECT_URL to PostgreSQL itself.'

type Options = {
  as?: 'owner' | 'visit'
  /** `null` leaves the database as it is. */
  migrating?: MigrateOptions | null
  /** How long a statement waits for a connection. */
  connectMs?: number | undefined
}

/**
 * The embedded server, or the one at DATABASE_URL; migrated. `visit` connects to the embedded server of a running program instead of
 * owning it, and starts one only if there is none.
 */
export async function openDatabase(place: Place, log: Log, { as = 'owner', migrating = {}, connectMs }: Options = {}): Promise<Database> {
  const where = place.databaseUrl === null ? 'embedded' : 'elsewhere'
  await using undo = new AsyncDisposableStack()
  const { connection, direct } = undo.use(
    place.databaseUrl === null ? await openEmbedded(place.dataDir, log, as) : await reachDatabase(place),
  )
  if (!direct) log.info('database-pooled', { hint: pooledHint })
  if (migrating) await migrate(direct ?? connection, log, undefined, { ...migrating, refusesHalfDistributed: as === 'owner' })
  const pool = openPool(connection, log, poolSizes[where], as === 'visit' ? unlimited : { connectMs })
  undo.defer(() => pool.end())
  const db = retryDeadlocks(drizzle(pool))
  const reports = openPool(connection, log, reportPoolSizes[where], { statementMs: reportMs, connectMs })
  undo.defer(() => reports.end())
  const isCluster = await isDistributed(pool)
  if (isCluster) commitInTwoPhases(db)
  // A new connection takes 50 ms to load the list of shards, so they stay open while they are idle.
  if (isCluster) for (const each of [pool, reports]) each.options.idleTimeoutMillis = 0
  // A visit's statements may take hours, and behind a pooler a session may be another program's.
  if (isCluster && as === 'owner' && !connection.isPooled) undo.use(guardShards(connection, log, [pool, reports]))
  const workLocks = undo.use(openWorkLocks(direct ?? connection, log))

  const opened = undo.move()
  const close = () => opened.disposeAsync()
  return { db, reportDb: drizzle(reports), pool, connection, direct, workLocks, isCluster, [Symbol.asyncDispose]: close }
}

async function openEmbedded(dataDir: string, log: Log, as: 'owner' | 'visit'): Promise<Reached> {
  const visited = as === 'visit' ? await visitEmbedded(dataDir) : null
  const embedded = visited ?? (await superviseEmbedded(dataDir, log))
  return { ...embedded, direct: embedded.connection }
}
