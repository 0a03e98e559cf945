import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { frugal } from '#server/database/embedded/start-postgres.ts'
import { databaseName, placesIn, port, user } from '#server/database/embedded/places.ts'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'

/** Settings that keep an acknowledged commit over a power failure, which `kill -9` cannot test: the kernel still writes. */
const flushing = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', data_checksums: 'on' }

test('the embedded database flushes before it acknowledges', async () => {
  await using folder = await aFolder()
  await using program = run('server/main.ts', { DEMO: 'off', PORT: String(await freePort()), DATA_DIR: folder.path })
  await program.waitForOutput('is ready at')
  const client = new pg.Client({ host: placesIn(folder.path).socketDir, port, user, database: databaseName })
  await client.connect()
  const settings = await client.query<{ name: string; setting: string }>('select name, setting from pg_settings where name = any($1)', [
    Object.keys(flushing),
  ])
  // Settings of a role or a database.
  const apart = await client.query('select setconfig from pg_db_role_setting')
  await client.end()

  expect(Object.fromEntries(settings.rows.map(({ name, setting }) => [name, setting]))).toEqual(flushing)
  expect(apart.rows).toEqual([])
  expect(Object.keys(frugal).filter((name) => name in flushing)).toEqual([])
  for (const file of ['postgresql.conf', 'postgresql.auto.conf'])
    expect(readFileSync(join(folder.path, 'pg18', file), 'utf8'), file).not.toMatch(/^\s*(fsync|full_page_writes|synchronous_commit)\b/m)
})
