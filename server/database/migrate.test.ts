import pg from 'pg'
import { expect, test } from 'vitest'
import { aDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { migrate, readMigration, readMigrations } from './migrate.ts'

const ours = readMigrations()

async function ask(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

test('a new file is applied once, however many programs start at once', async () => {
  await using database = await aDatabase()
  const next = readMigration('999901010000-note.sql', 'create table note (id int); insert into note values (1);')
  await Promise.all([1, 2, 3, 4].map(() => migrate({ connectionString: database.url }, silentLog, [...ours, next])))
  expect(await ask(database.url, 'select count(*)::int from note')).toEqual([{ count: 1 }])
})

test('a file of a parallel branch, dated before those applied, is not skipped', async () => {
  await using database = await aDatabase()
  const early = readMigration('200001010000-note.sql', 'create table note (id int);')
  await migrate({ connectionString: database.url }, silentLog, [early, ...ours])
  expect(await ask(database.url, 'select count(*)::int from note')).toEqual([{ count: 0 }])
})

test('a file that fails leaves nothing behind and is named', async () => {
  await using database = await aDatabase()
  const broken = readMigration('999901010000-broken.sql', 'create table note (id int); create table note (id int);')
  await expect(migrate({ connectionString: database.url }, silentLog, [...ours, broken])).rejects.toThrow(
    /999901010000-broken.sql failed: .*already exists/,
  )
  expect(await ask(database.url, `select to_regclass('note') as note`)).toEqual([{ note: null }])
})

test('a file that was changed after it was applied is refused', async () => {
  await using database = await aDatabase()
  const [first, ...rest] = ours
  const changed = readMigration(first?.name ?? '', 'select 1;')
  await expect(migrate({ connectionString: database.url }, silentLog, [changed, ...rest])).rejects.toThrow(
    /was changed after it had been applied/,
  )
})

test('a database with none of these migrations is refused in one line, and nothing in it is changed', async () => {
  await using database = await aDatabase()
  await ask(database.url, `update migration set name = 'earlier-' || name`)
  const everything = 'select oid, relname from pg_class order by oid'
  const names = 'select name from migration'
  const before = [await ask(database.url, everything), await ask(database.url, names)]
  await expect(migrate({ connectionString: database.url }, silentLog)).rejects.toThrow(
    /^This database was made by another version of Carte, .*newest: earlier-.* backup FILE.* restore FILE\): docs\/operating\.md, .*with which version\.$/,
  )
  expect([await ask(database.url, everything), await ask(database.url, names)]).toEqual(before)
})

test('an index is built beside running writes while other programs wait their turn', async () => {
  await using database = await aDatabase()
  const sql = '-- no transaction\ndrop index concurrently if exists by_title;\ncreate index concurrently by_title on subject (title);\n'
  const beside = readMigration('999901010000-beside.sql', sql)
  await Promise.all([1, 2, 3].map(() => migrate({ connectionString: database.url }, silentLog, [...ours, beside])))
  expect(await ask(database.url, `select indisvalid from pg_index where indexrelid = 'by_title'::regclass`)).toEqual([{ indisvalid: true }])
})

test('a migration waits for a long report without blocking others on its table', async () => {
  await using database = await aDatabase()
  const report = new pg.Client({ connectionString: database.url })
  await report.connect()
  await report.query('begin; select count(*) from subject')
  const waited: unknown[] = []
  const log = { ...silentLog, warn: (event: string) => waited.push(event) }
  const next = readMigration('999901010000-column.sql', 'alter table subject add column note text;')
  const migrating = migrate({ connectionString: database.url }, log, [...ours, next], { patienceMs: 50 })

  await expect.poll(() => waited).toContain('migration-waits')
  // Later statements queue behind its lock request, for at most its timeout.
  expect(await ask(database.url, 'select count(*)::int from subject')).toEqual([{ count: 0 }])
  await report.end()
  await migrating
  expect(await ask(database.url, 'select count(note)::int from subject')).toEqual([{ count: 0 }])
})

test('a database that a newer version has migrated still works, and a warning is logged', async () => {
  await using database = await aDatabase()
  const newer = readMigration('999901010000-newer.sql', 'create table note (id int);')
  await migrate({ connectionString: database.url }, silentLog, [...ours, newer])
  const warned: unknown[] = []
  await migrate({ connectionString: database.url }, { ...silentLog, warn: (event, facts) => warned.push([event, facts]) }, ours)
  expect(warned).toEqual([['database-is-newer', { files: ['999901010000-newer.sql'] }]])
})
