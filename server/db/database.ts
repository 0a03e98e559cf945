import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Log } from '#server/outside/log.ts'
import type { Settings } from '#server/settings.ts'
import { superviseEmbedded, visitEmbedded, type Embedded } from './embedded/supervise.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { reach } from './reach.ts'

/** What stores take: the pool or, inside a transaction, the transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** Each connection is a process, beside us where the server is ours. Statements take less than a millisecond: a few keep a machine busy. */
const poolSizes = { embedded: 3, elsewhere: 10 } as const

export type Database = {
  db: Db
  pool: pg.Pool
  connection: pg.ClientConfig
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The embedded server, or the one at DATABASE_URL; migrated.
 * `visit` looks in beside a running program instead of owning the embedded server, and starts one only if there is none.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
  { as = 'owner' }: { as?: 'owner' | 'visit' } = {},
): Promise<Database> {
  await using undo = new AsyncDisposableStack()
  const embedded = undo.use(databaseUrl === null ? await openEmbedded(dataDir, log, as) : await reach(databaseUrl))
  const { connection } = embedded
  await migrate(connection, log)
  const pool = openPool(connection, log, databaseUrl === null ? poolSizes.embedded : poolSizes.elsewhere)

  undo.move()
  return {
    db: drizzle(pool),
    pool,
    connection,
    async [Symbol.asyncDispose]() {
      await pool.end()
      await embedded[Symbol.asyncDispose]()
    },
  }
}

async function openEmbedded(dataDir: string, log: Log, as: 'owner' | 'visit'): Promise<Embedded> {
  const visited = as === 'visit' ? await visitEmbedded(dataDir) : null
  return visited ?? superviseEmbedded(dataDir, log)
}
