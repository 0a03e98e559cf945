import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { UserError } from '#server/common/user-error.ts'
import { prepareSchemas } from './check-rights.ts'
import { Client, type Connection } from './client.ts'
import type { Db } from './database.ts'
import { acquireMigrationLock } from './migration-lock.ts'
import { isDistributed, refuseHalfDistributed, runDistributed } from './sharding/migrate-distributed.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Waiting for a table lock blocks every later statement on the table, so wait briefly, let them pass, then retry. */
const lockMs = 2000
const lockTries = 100

export type MigrateOptions = {
  patienceMs?: number
  /** Backs up a database with data before the first of these migrations, and returns the file. Nothing is migrated if it throws. */
  backUp?: ((connection: Connection, migration: string) => Promise<string>) | null
  /** Called before a database in use is changed; disposed of at the end. */
  onBegin?: (migration: string) => Promise<AsyncDisposable>
  /** Leaves a database in use as it is: only an empty one is migrated. */
  onlyFirst?: boolean
  /** Refuses a database distributed in part, even if no migration is missing. Commands don’t: one of them continues the distribution. */
  refusesHalfDistributed?: boolean
}

/** Applies missing migrations, one process at a time. Each is recorded by its file name, so one from a parallel branch is never skipped. */
export async function migrate(connection: Connection, log: Log, known: Migration[] = readMigrations(), options: MigrateOptions = {}) {
  await using lock = await acquireMigrationLock(connection)
  const client = new Client({ ...connection, application_name: 'carte-migrate' })
  await using undo = new AsyncDisposableStack()
  undo.defer(() => client.end())
  lock.onLost(() => void client.end().catch(() => {}))
  await client.connect()
  // With the lock: `scale citus` has it while it runs, and a start waits for that.
  if (options.refusesHalfDistributed) await refuseHalfDistributed(client)
  await explained(`The database cannot be prepared`, 'Nothing of it was kept.', () => prepareSchemas(client))
  const applied = await readApplied(client)
  compare(applied, known, log)

  const missing = known.filter(({ name }) => !applied.has(name))
  const isInUse = applied.size > 0
  const [first] = missing
  if (!first || (isInUse && options.onlyFirst)) return
  if (isInUse && options.onBegin) undo.use(await options.onBegin(first.name))
  const backup = isInUse && options.backUp && (await hasData(client)) ? await options.backUp(connection, first.name) : null
  log.info('migrating', { files: missing.length, ...(backup ? { backup } : {}) })
  for (const [done, migration] of missing.entries()) {
    if (isInUse) await client.query(noteUnfinished, [JSON.stringify({ file: migration.name })])
    await applyInTurn(client, migration, log, { patienceMs: options.patienceMs ?? lockMs, wayBack: isInUse ? wayBack(done, backup) : '' })
    log.info('migrated', { file: migration.name })
  }
}

async function hasData(client: pg.Client): Promise<boolean> {
  for (const table of ['subject', 'account']) if ((await client.query(`select from ${table} limit 1`)).rowCount) return true
  return false
}

/** What other servers and `upgrade --check` see of a migration that runs, or that stopped half-way. The commit deletes it. */
const noteUnfinished = `insert into installation (name, value, updated_at) values ('migrating', $1, now())
  on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`
const forgetUnfinished = `delete from installation where name = 'migrating'`

/** `done`: how many migrations this start has applied before the one that fails. */
function wayBack(done: number, backup: string | null): string {
  const before =
    done > 0 ? ` ${done === 1 ? 'The one before it was' : `The ${done} before it were`} applied; the previous version works with that.` : ''
  const restore =
    done > 0
      ? `, into an empty DATA_DIR or database: npm run carte -- restore ${backup}`
      : `: npm run carte -- restore ${backup} --replace --yes`
  return `${before} To go back, start the previous version.${backup ? ` If it lacks data, restore the backup made before with that version${restore}` : ''}`
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

/** `newer`: applied by a version that this one doesn't know. */
function difference(applied: Map<string, string>, known: Migration[]) {
  const names = new Set(known.map(({ name }) => name))
  return {
    waiting: known.filter(({ name }) => !applied.has(name)).map(({ name }) => name),
    newer: [...applied.keys()].filter((name) => !names.has(name)).toSorted(),
    changed: known.filter(({ name, sum }) => applied.has(name) && applied.get(name) !== sum).map(({ name }) => name),
  }
}

export type MigrationState = ReturnType<typeof difference> & {
  applied: number
  /** A migration that is running, or that stopped half-way. */
  unfinished: string | null
}

/** What a start would find. Writes nothing. */
export async function readMigrationState(db: Db, known: Migration[] = readMigrations()): Promise<MigrationState> {
  return db.transaction(
    async (tx) => {
      const { rows: tables } = await tx.execute(sql`select 1 where to_regclass('migration') is not null`)
      const { rows } = tables[0] ? await tx.execute<{ name: string; sum: string }>(sql`select name, sum from migration`) : { rows: [] }
      const unfinished = rows.length > 0 ? await readUnfinished(tx) : null
      const applied = new Map(rows.map(({ name, sum }) => [name, sum]))
      return { ...difference(applied, known), applied: applied.size, unfinished }
    },
    { accessMode: 'read only' },
  )
}

async function readUnfinished(tx: Db): Promise<string | null> {
  const { rows } = await tx.execute<{ file: string }>(sql`select value ->> 'file' as file from installation where name = 'migrating'`)
  return rows[0]?.file ?? null
}

function compare(applied: Map<string, string>, known: Migration[], log: Log) {
  const { changed, newer } = difference(applied, known)
  if (changed[0])
    throw new UserError(`The migration ${changed[0]} was changed after it was applied. Restore it, and add a new file instead.`)
  if (newer.length > 0 && newer.length === applied.size)
    throw new UserError(
      `This database was made by another version of Carte, with none of this one's migrations (its newest: ${newer.at(-1)}). Nothing was changed. Back it up with that version (npm run carte -- backup FILE), then restore it into an empty DATA_DIR or DATABASE_URL (npm run carte -- restore FILE): docs/operating.md, “Backups from before the first release”, says with which version.`,
    )
  // During an update two versions run side by side: the older one continues.
  if (newer.length > 0) log.warn('database-is-newer', { files: newer })
}

/** A long report locks its tables until it ends, so a migration retries for its lock and never blocks others for long. */
async function applyInTurn(client: pg.Client, migration: Migration, log: Log, options: { patienceMs: number; wayBack: string }) {
  for (let tries = 1; ; tries++) {
    try {
      return await apply(client, migration, options)
    } catch (error) {
      const isLocked = error instanceof UserError && codeOf(error.cause) === '55P03'
      await client.query('rollback').catch(() => {})
      if (!isLocked || tries === lockTries) {
        if (migration.isTransaction && options.wayBack) await client.query(forgetUnfinished).catch(() => {})
        throw error
      }
      log.warn('migration-waits', { file: migration.name, tries })
      await wait(options.patienceMs)
    }
  }
}

async function apply(
  client: pg.Client,
  { name, statements, sum, isTransaction }: Migration,
  { patienceMs, wayBack }: { patienceMs: number; wayBack: string },
) {
  const left = isTransaction ? 'It was rolled back: nothing of it was kept.' : 'It was applied in part. Start again to finish it.'
  await explained(`The migration ${name} failed`, left + wayBack, async () => {
    // Without a transaction there is no limit: `create index concurrently` waits for running writes and blocks no one.
    if (isTransaction) await client.query(`begin; set local lock_timeout = ${patienceMs}; set local statement_timeout = 0`)
    const isSharded = await isDistributed(client)
    for (const statement of statements) await (isSharded ? runDistributed(client, statement) : client.query(statement))
    if (!isTransaction) await client.query('begin')
    await client.query('insert into migration (name, sum) values ($1, $2)', [name, sum])
    if (wayBack) await client.query(forgetUnfinished)
    await client.query('commit')
  })
}

async function explained(what: string, left: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof UserError) throw error
    const hint = codeOf(error) === '42501' ? ' Grant the user of DATABASE_URL the CREATE privilege on its database.' : ''
    throw new UserError(`${what}: ${error instanceof Error ? error.message : error}. ${left}${hint}`, { cause: error })
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
