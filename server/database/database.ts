import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { beginAgain } from './changes/begin-again.ts'
import { superviseEmbedded, visitEmbedded, type Embedded } from './embedded/supervise.ts'
import { openHolds, type Holds } from './holds.ts'
import { migrate } from './migrate.ts'
import { openPool, unlimited } from './pool.ts'
import { reach } from './reach.ts'

/** What stores take: the pool or, inside a transaction, the transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** Each connection is a process, beside us where the server is ours. Statements take less than a millisecond: a few keep a machine busy. */
const poolSizes = { embedded: 3, elsewhere: 10 } as const
/** Reports wait for one another, and never keep a card waiting. Connections are opened when the first is asked for. */
const reportPoolSizes = { embedded: 1, elsewhere: 3 } as const
/** A report that takes longer would be looked at by nobody. */
const reportMs = 10_000

export type Database = {
  db: Db
  pool: pg.Pool
  connection: pg.ClientConfig
  /** For what may take long, on connections of its own. */
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
  const db = beginAgain(drizzle(pool))
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
