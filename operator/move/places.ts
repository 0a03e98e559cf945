import { existsSync } from 'node:fs'
import pg from 'pg'
import { openServer } from '#server/db/database.ts'
import { placesIn } from '#server/db/embedded/places.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Settings } from '#server/settings.ts'
import { plainForms } from '../backup/copy-out.ts'
import { silentLog } from '../silent-log.ts'

/** Without user or password: this is shown, and kept on the other side. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === null) return `the embedded database in ${dataDir}`
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `the PostgreSQL at ${searchParams.get('host') ?? host}${pathname}`
}

/** Whether an embedded database was ever made here. Looking must not make one. */
export const isThere = ({ databaseUrl, dataDir }: Settings) => databaseUrl !== null || existsSync(placesIn(dataDir).data)

export type Session = AsyncDisposable & { client: pg.Client }

/** One connection that says everything in plain forms and waits for nothing but a lock. An owner has an embedded database alone, and migrated. */
export async function openSession(place: Settings, as: 'owner' | 'visit'): Promise<Session> {
  await using undo = new AsyncDisposableStack()
  const { connection } = undo.use(await openServer(place, silentLog, { as }))
  if (as === 'owner') await migrate(connection, silentLog)
  const client = await connect(connection)
  undo.defer(() => client.end().catch(() => {}))
  const opened = undo.move()
  return { client, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'carte-move' })
  client.on('error', () => {}) // What was asked hears of it.
  await client.connect()
  await client.query(`select set_config(name, value, false) from unnest($1::text[], $2::text[]) as form (name, value)`, [
    Object.keys(plainForms),
    Object.values(plainForms),
  ])
  return client
}
