import pg from 'pg'
import { Refusal } from '#server/refusal.ts'

const oldest = 15

type ServerFacts = { version: number; isStandby: boolean; isReadOnly: boolean; encoding: string; name: string }

const question = `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as "isStandby",
  current_setting('default_transaction_read_only')::bool as "isReadOnly", current_setting('server_encoding') as encoding, current_database() as name`

/** Checks the PostgreSQL at DATABASE_URL: its version and mode, or a sentence about why it cannot be reached. */
export async function reach(databaseUrl: string): Promise<{ connection: pg.ClientConfig } & AsyncDisposable> {
  const connection: pg.ClientConfig = { connectionString: databaseUrl }
  const { version, isStandby, isReadOnly, encoding, name } = await inspectServer(connection)
  if (version < oldest) throw new Refusal(`The PostgreSQL at DATABASE_URL is version ${version}; Carte needs ${oldest} or newer.`)
  if (isStandby) throw new Refusal('The PostgreSQL at DATABASE_URL is a standby and takes no writes. Name its primary there.')
  if (isReadOnly)
    throw new Refusal(
      'The PostgreSQL at DATABASE_URL is switched to read-only (default_transaction_read_only). Switch it back, then start again.',
    )
  if (encoding !== 'UTF8') {
    throw new Refusal(
      `The database at DATABASE_URL is kept in ${encoding}, which cannot hold every name. Create another: createdb --encoding=UTF8 --template=template0 ${name}_utf8`,
    )
  }
  return { connection, async [Symbol.asyncDispose]() {} }
}

/** Reads facts about the server and the database; throws a refusal that explains a failure. */
async function inspectServer(connection: pg.ClientConfig): Promise<ServerFacts> {
  try {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000, query_timeout: 5000 })
    client.on('error', () => {})
    await using undo = new AsyncDisposableStack()
    undo.defer(() => client.end().catch(() => {}))
    await client.connect()
    const { rows } = await client.query<ServerFacts>(question)
    if (!rows[0]) throw new Error('a select without a from gives one row')
    return rows[0]
  } catch (error) {
    throw new Refusal(explain(error), { cause: error })
  }
}

function explain(error: unknown): string {
  const { code, message } = plain(error)
  if (code === '28P01' || code === '28000') return 'The PostgreSQL at DATABASE_URL refuses this user or password. Check DATABASE_URL.'
  if (/SCRAM|client password must be a string/.test(message))
    return 'The PostgreSQL at DATABASE_URL wants a password. Put it in: postgres://user:password@host/database.'
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist. Create it (createdb NAME) or correct the name.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host in DATABASE_URL is not known. Check its name.'
  if (code === '53300') return 'The PostgreSQL at DATABASE_URL takes no more connections. Raise max_connections or stop something else.'
  if (/SSL|CERT|TLS/i.test(`${code} ${message}`))
    return `The PostgreSQL at DATABASE_URL and Carte do not agree on encryption (${message}). Check sslmode in DATABASE_URL.`
  return `The PostgreSQL at DATABASE_URL cannot be reached (${code || message}). Start it, or check host and port.`
}

/** A host with two addresses fails with an AggregateError that has no message. */
function plain(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return plain(error.errors[0])
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}
