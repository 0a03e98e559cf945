import type pg from 'pg'
import { UserError } from '#server/common/user-error.ts'
import type { Settings } from '#server/settings.ts'
import { Client, type Connection } from './client.ts'
import { tlsChoices } from './tls.ts'

const oldest = 15

type ServerFacts = {
  version: number
  isStandby: boolean
  isReadOnly: boolean
  encoding: string
  name: string
  pid: number
  hasSettings: boolean
  identity: string
}

const question = `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as "isStandby",
  current_setting('default_transaction_read_only')::bool as "isReadOnly", current_setting('server_encoding') as encoding, current_database() as name,
  pg_backend_pid() as pid, current_setting('DateStyle') like 'ISO%' and now()::text like '%+00' as "hasSettings",
  concat_ws(' ', current_database(), current_user, current_schema(), pg_postmaster_start_time()) as identity`

type Address = Pick<Settings, 'databaseUrl'> & Partial<Pick<Settings, 'databaseDirectUrl'>>
/** `direct`: with sessions of its own, which listening for changes needs; null if there is only a pooler. */
export type Reached = { connection: Connection; direct: Connection | null } & AsyncDisposable

/** Checks the PostgreSQL at DATABASE_URL: its version and mode, or a sentence about why it cannot be reached. */
export async function reachDatabase({ databaseUrl, databaseDirectUrl = null }: Address): Promise<Reached> {
  const { connection, facts } = await inspectServer(databaseUrl ?? '', 'DATABASE_URL')
  refuseUnsuitable(facts)
  const direct = databaseDirectUrl === null ? (connection.isPooled ? null : connection) : await reachDirect(databaseDirectUrl, facts)
  return { connection, direct, async [Symbol.asyncDispose]() {} }
}

function refuseUnsuitable({ version, isStandby, isReadOnly, encoding, name, hasSettings }: ServerFacts) {
  if (version < oldest) throw new UserError(`The PostgreSQL at DATABASE_URL is version ${version}; Carte needs ${oldest} or newer.`)
  if (isStandby) throw new UserError('The PostgreSQL at DATABASE_URL is a standby, which is read-only. Use its primary instead.')
  if (isReadOnly)
    throw new UserError(
      'The PostgreSQL at DATABASE_URL is set to read-only (default_transaction_read_only). Allow writes, then start again.',
    )
  if (encoding !== 'UTF8') {
    throw new UserError(
      `The database at DATABASE_URL has the encoding ${encoding}, which cannot store every name. Create another: createdb --encoding=UTF8 --template=template0 ${name}_utf8`,
    )
  }
  if (!hasSettings)
    throw new UserError(
      `The pooler at DATABASE_URL passes on neither time zone nor date style. Run once: alter database "${name}" set timezone = 'UTC'; alter database "${name}" set datestyle = 'ISO, YMD'; then restart the pooler.`,
    )
}

async function reachDirect(url: string, { identity }: ServerFacts): Promise<Connection> {
  const { connection, facts } = await inspectServer(url, 'DATABASE_DIRECT_URL')
  if (facts.identity !== identity)
    throw new UserError('DATABASE_DIRECT_URL must lead to the same server, database, user and schema as DATABASE_URL.')
  const explainFailure = (error: unknown) => Promise.reject(explained(error, 'DATABASE_DIRECT_URL'))
  if (connection.isPooled && (await sharesSessions(connection).catch(explainFailure)))
    throw new UserError(
      'DATABASE_DIRECT_URL leads through a pooler in transaction mode. Use the address of PostgreSQL itself or a pooler in session mode, or leave it empty.',
    )
  return connection
}

/** Reads facts about the server and the database; throws a UserError that explains a failure. Tries each host until one can be written to. */
async function inspectServer(url: string, name: string): Promise<{ connection: Connection; facts: ServerFacts }> {
  const hosts = tlsChoices(url, name)
  let failure: unknown
  for (const choices of hosts) {
    try {
      const { connection, facts } = await inspectHost(choices)
      if (hosts.length === 1) return { connection, facts }
      if (!facts.isStandby && !facts.isReadOnly) {
        const fromHere = [choices, ...hosts.filter((each) => each !== choices)]
        return { connection: { ...connection, hosts: fromHere.map(([choice]) => choice?.connectionString ?? '') }, facts }
      }
      failure = new UserError(
        'None of the hosts in DATABASE_URL that answer can be written to. Promote a standby, or add the primary to DATABASE_URL.',
      )
    } catch (error) {
      failure ??= error
    }
  }
  throw explained(failure, name)
}

async function inspectHost(choices: readonly pg.ClientConfig[]): Promise<{ connection: Connection; facts: ServerFacts }> {
  const failures: unknown[] = []
  for (const choice of choices) {
    try {
      return await withClient(choice, async (client) => {
        const { rows } = await client.query<ServerFacts>(question)
        if (!rows[0]) throw new Error('a select without a from gives one row')
        // Poolers give their clients numbers of their own.
        const isPooled = rows[0].pid !== client.processID
        // In statement mode it fails here.
        if (isPooled) for (const statement of ['begin', 'commit']) await client.query(statement)
        return { connection: { ...choice, isPooled }, facts: rows[0] }
      })
    } catch (error) {
      failures.push(error)
      if (!isAboutEncryption(error)) break
    }
  }
  throw failures.findLast((error) => !hasNoTls.test(plain(error).message)) ?? failures[0]
}

const hasNoTls = /does not support SSL/
const isAboutEncryption = (error: unknown) => hasNoTls.test(plain(error).message) || plain(error).code === '28000'

async function withClient<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  await using undo = new AsyncDisposableStack()
  undo.defer(() => client.end().catch(() => {}))
  await client.connect()
  return await work(client)
}

/** True unless each of two clients has a session of its own. In a busy pooler, only a few tries show that. */
function sharesSessions(connection: Connection): Promise<boolean> {
  const pidOf = async (client: Client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  return withClient(connection, (one) =>
    withClient(connection, async (other) => {
      const pids: unknown[] = []
      for (let round = 0; round < 10; round++) pids.push(await pidOf(one), await pidOf(other))
      return pids[0] === pids[1] || pids.some((pid, index) => pid !== pids[index % 2])
    }),
  )
}

const explained = (error: unknown, name: string) => new UserError(explain(error).replaceAll('DATABASE_URL', name), { cause: error })

function explain(error: unknown): string {
  const { code, message } = plain(error)
  if (error instanceof UserError) return message
  if (/no encryption/.test(message)) return 'The PostgreSQL at DATABASE_URL accepts only encrypted connections. Add ?sslmode=require to it.'
  if (code === '28P01' || code === '28000') return 'The PostgreSQL at DATABASE_URL rejected this user or password. Check DATABASE_URL.'
  if (/SCRAM|client password must be a string/.test(message))
    return 'The PostgreSQL at DATABASE_URL requires a password. Add it: postgres://user:password@host/database.'
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist. Create it (createdb NAME) or correct the name.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host in DATABASE_URL cannot be resolved. Check its name.'
  if (code === '53300')
    return 'The PostgreSQL at DATABASE_URL accepts no more connections. Raise max_connections, or stop another program that uses it.'
  if (/unsupported startup parameter/.test(message))
    return `The pooler at DATABASE_URL refuses a part of it (${message}). Remove “options” from it and set them in the database: alter role NAME set search_path = …`
  if (/statement pooling/.test(message))
    return 'The pooler at DATABASE_URL is in statement mode, which has no transactions. Set pool_mode = transaction.'
  if (/SSL|CERT|TLS/i.test(`${code} ${message}`))
    return `The PostgreSQL at DATABASE_URL and Carte do not agree on encryption (${message}). Check sslmode and sslrootcert in DATABASE_URL.`
  return `The PostgreSQL at DATABASE_URL cannot be reached (${code || message}). Start it, or check host and port.`
}

/** A host with two addresses fails with an AggregateError that has no message. */
function plain(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return plain(error.errors[0])
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}
