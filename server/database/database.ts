import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { retryDeadlocks } from './changes/retry-deadlocks.ts'
import { superviseEmbedded, visitEmbedded, type Embedded } from './embedded/supervise.ts'
import { openHolds, type Holds } from './holds.ts'
import { migrate } from './migrate.ts'
import { openPool, unlimited } from './pool.ts'
import { reach } from './reach.ts'

/** The pool or, inside a transaction, the transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** Each connection is a process, on this machine for the embedded server. Statements take under a millisecond, so a few are enough. */
const poolSizes = { embedded: 3, elsewhere: 10 } as const
/** Reports queue for these and never delay a card. Connections open on first use. */
const reportPoolSizes = { embedded: 1, elsewhere: 3 } as const
/** Nobody waits longer for a report. */
const reportMs = 10_000

export type Database = {
  db: Db
  pool: pg.Pool
  connection: pg.ClientConfig
  /** For slow queries, on connections of their own. */
  reportDb: Db
  holds: Holds
  [Symbol.asyncDispose](): Promise<void>
}

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>

/**
 * The embedded server, or the one at DATABASE_URL; migrated. `visit` connects to the embedded server of a running program instead of
 * owning it, and starts one only if there is none.
 */
export async function openDatabase(place: Place, log: Log, { as = 'owner' }: { as?: 'owner' | 'visit' } = {}): Promise<Database> {
  const where = place.databaseUrl === null ? 'embedded' : 'elsewhere'
  await using undo = new AsyncDisposableStack()
  const { connection } = undo.use(place.databaseUrl === null ? await openEmbedded(place.dataDir, log, as) : await reach(place.databaseUrl))
  await migrate(connection, log)
  const pool = openPool(connection, log, poolSizes[where], as === 'visit' ? unlimited : {})
  undo.defer(() => pool.end())
  const db = retryDeadlocks(drizzle(pool))
  const reports = openPool(connection, log, reportPoolSizes[where], { statementMs: reportMs })
  undo.defer(() => reports.end())
  const holds = undo.use(openHolds(connection, log))

  const opened = undo.move()
  return { db, reportDb: drizzle(reports), pool, connection, holds, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function openEmbedded(dataDir: string, log: Log, as: 'owner' | 'visit'): Promise<Embedded> {
  const visited = as === 'visit' ? await visitEmbedded(dataDir) : null
  return visited ?? superviseEmbedded(dataDir, log)
}
