import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { Log } from '#server/outside/log.ts'
import { Refusal } from '#server/refusal.ts'

const folder = new URL('../../migrations/', import.meta.url)
const migrationLock = 7_327_002

type Migration = { name: string; sql: string; sum: string }

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { name, sql, sum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Applies what is missing, one program at a time; every file is recorded by name, so a file of a parallel branch is never skipped. */
export async function migrate(connection: pg.ClientConfig, log: Log) {
  const client = new pg.Client({ ...connection, application_name: 'carte-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('create table if not exists migration (name text primary key, sum text not null, applied_at timestamptz not null default now())')
    const { rows } = await client.query<{ name: string; sum: string }>('select name, sum from migration')
    const applied = new Map(rows.map(({ name, sum }) => [name, sum]))
    const known = readMigrations()
    refuseStrangers(applied, known)

    for (const migration of known) {
      if (applied.has(migration.name)) continue
      await apply(client, migration)
      log.info('migrated', { file: migration.name })
    }
  } finally {
    await client.end() // Gives the lock back with the session.
  }
}

function refuseStrangers(applied: Map<string, string>, known: Migration[]) {
  for (const { name, sum } of known) {
    const before = applied.get(name)
    if (before && before !== sum) throw new Refusal(`The migration ${name} was changed after it had been applied. Put it back and add a new file instead.`)
  }
  const names = new Set(known.map(({ name }) => name))
  const newer = [...applied.keys()].find((name) => !names.has(name))
  if (newer) throw new Refusal(`This database was migrated by a newer Carte (${newer}). Start that version, or restore a backup made by this one.`)
}

async function apply(client: pg.Client, { name, sql, sum }: Migration) {
  const record = () => client.query('insert into migration (name, sum) values ($1, $2)', [name, sum])
  // Building an index beside running writes is refused inside a transaction; such a file says so and bears being run twice.
  if (sql.startsWith('-- no transaction')) {
    await client.query(sql)
    await record()
    return
  }
  await client.query('begin')
  await client.query(sql)
  await record()
  await client.query('commit')
}
