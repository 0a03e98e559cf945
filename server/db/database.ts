import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#server/outside/log.ts'
import type { Settings } from '#server/settings.ts'
import { superviseEmbedded, visitEmbedded, type Embedded } from './embedded/supervise.ts'
import { migrate } from './migrate.ts'
import { reach } from './reach.ts'

/** What stores take: the pool or, inside a transaction, the transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Database = {
  db: Db
  pool: pg.Pool
  connection: pg.ClientConfig
  [Symbol.asyncDispose](): Promise<void>
}

const poolSize = 10

/**
 * The embedded server, or the one at DATABASE_URL; migrated.
 * `visit` looks in beside a running program instead of owning the embedded server, and starts one only if there is none.
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Log,
  { as = 'owner' }: { as?: 'owner' | 'visit' } = {},
): Promise<Database> {
  const embedded = settings.databaseUrl ? null : await openEmbedded(settings.dataDir, log, as)
  const connection: pg.ClientConfig = embedded ? embedded.connection : { connectionString: settings.databaseUrl ?? '' }
  try {
    await reach(connection)
    await migrate(connection, log)
  } catch (error) {
    await embedded?.[Symbol.asyncDispose]()
    throw error
  }

  const pool = new pg.Pool({ ...connection, max: poolSize, connectionTimeoutMillis: 5000, statement_timeout: 15_000, application_name: 'carte' })
  // An idle connection that breaks (the server restarts) must not end the program: the pool makes a new one.
  pool.on('error', (error) => log.warn('database-connection-lost', { reason: error.message }))

  return {
    db: drizzle(pool),
    pool,
    connection,
    async [Symbol.asyncDispose]() {
      await pool.end()
      await embedded?.[Symbol.asyncDispose]()
    },
  }
}

async function openEmbedded(dataDir: string, log: Log, as: 'owner' | 'visit'): Promise<Embedded> {
  const visited = as === 'visit' ? await visitEmbedded(dataDir) : null
  return visited ?? superviseEmbedded(dataDir, log)
}
