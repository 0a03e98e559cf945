import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { frugal } from '#server/database/embedded/start-postgres.ts'
import { databaseName, placesIn, port, user } from '#server/database/embedded/places.ts'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'

/** What holds an acknowledged commit when the power goes: `kill -9` does not ask for it, for the machine goes on and writes. */
const flushing = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', data_checksums: 'on' }

test('the embedded database of a running program flushes before it acknowledges, and no setting of ours says otherwise', async () => {
  await using folder = await aFolder()
  await using program = run('server/main.ts', { DEMO: 'off', PORT: String(await freePort()), DATA_DIR: folder.path })
  await program.writes('is ready at')
  const client = new pg.Client({ host: placesIn(folder.path).socketDir, port, user, database: databaseName })
  await client.connect()
  const said = await client.query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any($1)', [
    Object.keys(flushing),
  ])
  // What would hold for a role or a database alone.
  const apart = await client.query('select setconfig from pg_db_role_setting')
  await client.end()

  expect(Object.fromEntries(said.rows.map(({ name, setting }) => [name, setting]))).toEqual(flushing)
  expect(apart.rows).toEqual([])
  expect(Object.keys(frugal).filter((name) => name in flushing)).toEqual([])
  for (const file of ['postgresql.conf', 'postgresql.auto.conf'])
    expect(readFileSync(join(folder.path, 'pg18', file), 'utf8'), file).not.toMatch(/^\s*(fsync|full_page_writes|synchronous_commit)\b/m)
})
