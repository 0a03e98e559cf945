import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { Refusal } from '#server/refusal.ts'
import type { Db } from './database.ts'
import { sessionSettings } from './pool.ts'

const folder = new URL('../../migrations/', import.meta.url)

const migrationLock = 7_327_002
const retryMs = 50
/** Waiting for a table lock blocks every later statement on the table, so wait briefly, let them pass, then retry. */
const lockMs = 2000
const lockTries = 100

/** Applies missing migrations, one process at a time. Each is recorded by its file name, so one from a parallel branch is never skipped. */
export async function migrate(connection: pg.ClientConfig, log: Log, known: Migration[] = readMigrations(), { patienceMs = lockMs } = {}) {
  const client = new pg.Client({ ...connection, application_name: 'carte-migrate' })
  client.on('error', () => {})
  await using undo = new AsyncDisposableStack()
  undo.defer(() => client.end()) // Releases the lock with the session.
  await client.connect()
  await client.query(sessionSettings)
  await takeTurn(client)
  const applied = await readApplied(client)
  compare(applied, known, log)

  for (const migration of known) {
    if (applied.has(migration.name)) continue
    await applyInTurn(client, migration, log, patienceMs)
    log.info('migrated', { file: migration.name })
  }
}

/** Polls, because `create index concurrently` waits for every running statement, also one that waits for this lock: a deadlock. */
async function takeTurn(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1) as "isHeld"', [migrationLock])
    if (rows[0]?.isHeld) return
    await wait(retryMs)
  }
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const isThere = `select to_regclass('migration') is not null as "isThere"`
  const { rows: answers } = await client.query<{ isThere: boolean }>(isThere)
  if (!answers[0]?.isThere) {
    await explained(`The database cannot be prepared`, 'Nothing of it was kept.', () =>
      client.query('create table migration (name text primary key, sum text not null, applied_at timestamptz not null default now())'),
    )
  }
  const { rows } = await client.query<{ name: string; sum: string }>('select name, sum from migration')
  return new Map(rows.map(({ name, sum }) => [name, sum]))
}

function compare(applied: Map<string, string>, known: Migration[], log: Log) {
  const changed = known.find(({ name, sum }) => applied.has(name) && applied.get(name) !== sum)
  if (changed)
    throw new Refusal(`The migration ${changed.name} was changed after it had been applied. Put it back and add a new file instead.`)
  const names = new Set(known.map(({ name }) => name))
  const newer = [...applied.keys()].filter((name) => !names.has(name))
  if (newer.length > 0 && newer.length === applied.size)
    throw new Refusal(
      `This database was made by another version of Carte, with none of this one's migrations (its newest: ${newer.toSorted().at(-1)}). Nothing was changed. Back it up with that version (npm run carte -- backup FILE), then restore it into an empty DATA_DIR or DATABASE_URL (npm run carte -- restore FILE): docs/operating.md, “Backups from before the first release”, says with which version.`,
    )
  // During an update two versions run side by side: the older one continues.
  if (newer.length > 0) log.warn('database-is-newer', { files: newer })
}

/** A long report locks its tables until it ends, so a migration retries for its lock and never blocks others for long. */
async function applyInTurn(client: pg.Client, migration: Migration, log: Log, patienceMs: number) {
  // `create index concurrently` waits for running writes and blocks nobody.
  await client.query(`set lock_timeout = ${migration.isTransaction ? patienceMs : 0}`)
  for (let tries = 1; ; tries++) {
    try {
      return await apply(client, migration)
    } catch (error) {
      const isHeld = error instanceof Refusal && codeOf(error.cause) === '55P03'
      if (!isHeld || tries === lockTries) throw error
      await client.query('rollback')
      log.warn('migration-waits', { file: migration.name, tries })
      await wait(patienceMs)
    }
  }
}

async function apply(client: pg.Client, { name, statements, sum, isTransaction }: Migration) {
  const left = isTransaction ? 'Nothing of it was kept.' : 'What it had done by then stays; it can be run again.'
  await explained(`The migration ${name} failed`, left, async () => {
    if (isTransaction) await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('insert into migration (name, sum) values ($1, $2)', [name, sum])
    if (isTransaction) await client.query('commit')
  })
}

async function explained(what: string, left: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    const hint = codeOf(error) === '42501' ? ' Give the user of DATABASE_URL the right to create in its database.' : ''
    throw new Refusal(`${what}: ${error instanceof Error ? error.message : error}. ${left}${hint}`, { cause: error })
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

type Migration = { name: string; sum: string; statements: string[]; isTransaction: boolean }

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readMigration(name, readFileSync(new URL(name, folder), 'utf8')))
}

/**
 * A file that begins with `-- no transaction` builds an index concurrently, which no transaction allows. Its statements end with a
 * semicolon at the end of a line, run one by one, and must be safe to repeat after an interruption.
 */
export function readMigration(name: string, sql: string): Migration {
  const isTransaction = !sql.startsWith('-- no transaction')
  const statements = isTransaction ? [sql] : sql.split(/(?<=;)\s*\n/).filter((statement) => /^\s*[^\s-]/m.test(statement))
  return { name, sum: createHash('sha256').update(sql).digest('hex'), statements, isTransaction }
}

/** When this database was created, or the one it was restored from. */
export async function readCreatedAt(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`select to_json(min(applied_at)) as at from migration`)
  return new Date(rows[0]?.at ?? Number.NaN)
}
