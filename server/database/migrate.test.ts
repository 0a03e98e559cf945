import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { aDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { migrate, readMigration, readMigrations } from './migrate.ts'
import { acquireMigrationLock } from './migration-lock.ts'
import { eventually } from '../../tests/harness/eventually.ts'

const migrations = readMigrations()

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
  await Promise.all([1, 2, 3, 4].map(() => migrate({ connectionString: database.url }, silentLog, [...migrations, next])))
  expect(await ask(database.url, 'select count(*)::int from note')).toEqual([{ count: 1 }])
})

test('a file of a parallel branch, dated before those applied, is not skipped', async () => {
  await using database = await aDatabase()
  const early = readMigration('200001010000-note.sql', 'create table note (id int);')
  await migrate({ connectionString: database.url }, silentLog, [early, ...migrations])
  expect(await ask(database.url, 'select count(*)::int from note')).toEqual([{ count: 0 }])
})

test('a file that fails leaves nothing behind and is named', async () => {
  await using database = await aDatabase()
  const broken = readMigration('999901010000-broken.sql', 'create table note (id int); create table note (id int);')
  await expect(migrate({ connectionString: database.url }, silentLog, [...migrations, broken])).rejects.toThrow(
    /999901010000-broken.sql failed: .*already exists/,
  )
  expect(await ask(database.url, `select to_regclass('note') as note`)).toEqual([{ note: null }])
})

test('a file that was changed after it was applied is refused', async () => {
  await using database = await aDatabase()
  const [first, ...rest] = migrations
  const changed = readMigration(first?.name ?? '', 'select 1;')
  await expect(migrate({ connectionString: database.url }, silentLog, [changed, ...rest])).rejects.toThrow(
    /was changed after it was applied/,
  )
})

test('a database of another program is refused in one line and not changed', async () => {
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
  await Promise.all([1, 2, 3].map(() => migrate({ connectionString: database.url }, silentLog, [...migrations, beside])))
  expect(await ask(database.url, `select indisvalid from pg_index where indexrelid = 'by_title'::regclass`)).toEqual([{ indisvalid: true }])
})

test('a process that waits for the migration lock has no transaction open', async () => {
  await using database = await aDatabase()
  const lock = await acquireMigrationLock({ connectionString: database.url })
  const next = acquireMigrationLock({ connectionString: database.url })
  const states = `select state from pg_stat_activity where application_name = 'carte-migration-lock' and datname = current_database() order by 1`
  await eventually(async () => expect(await ask(database.url, states)).toEqual([{ state: 'idle' }, { state: 'idle in transaction' }]))
  await lock[Symbol.asyncDispose]()
  await (await next)[Symbol.asyncDispose]()
})

test('a migration waits for a long report without blocking others on its table', async () => {
  await using database = await aDatabase()
  const report = new pg.Client({ connectionString: database.url })
  await report.connect()
  await report.query('begin; select count(*) from subject')
  const waited: unknown[] = []
  const log = { ...silentLog, warn: (event: string) => waited.push(event) }
  const next = readMigration('999901010000-column.sql', 'alter table subject add column note text;')
  const migrating = migrate({ connectionString: database.url }, log, [...migrations, next], { patienceMs: 50 })

  await eventually(() => expect(waited).toContain('migration-waits'))
  // Later statements queue behind its lock request, for at most its timeout.
  expect(await ask(database.url, 'select count(*)::int from subject')).toEqual([{ count: 0 }])
  await report.end()
  await migrating
  expect(await ask(database.url, 'select count(note)::int from subject')).toEqual([{ count: 0 }])
})

test('a database that a newer version migrated works, with a warning', async () => {
  await using database = await aDatabase()
  const newer = readMigration('999901010000-newer.sql', 'create table note (id int);')
  await migrate({ connectionString: database.url }, silentLog, [...migrations, newer])
  const warned: unknown[] = []
  await migrate({ connectionString: database.url }, { ...silentLog, warn: (event, facts) => warned.push([event, facts]) }, migrations)
  expect(warned).toEqual([['database-is-newer', { files: ['999901010000-newer.sql'] }]])
})

describe('a database in use', () => {
  const owned = async (url: string) => ask(url, `insert into account (id, email) values (gen_random_uuid(), 'ada@example.com')`)
  const next = readMigration('999901010000-note.sql', 'create table note (id int);')
  const unfinished = `select value ->> 'file' as file from installation where name = 'migrating'`

  test('is backed up once before it is migrated, however many programs start at once', async () => {
    await using database = await aDatabase()
    await owned(database.url)
    const backedUp: unknown[] = []
    const backUp = async (_: unknown, before: string) => {
      backedUp.push([before, await ask(database.url, `select to_regclass('note') as note`)])
      return 'a.backup'
    }
    await Promise.all([1, 2, 3].map(() => migrate({ connectionString: database.url }, silentLog, [...migrations, next], { backUp })))
    expect(backedUp).toEqual([[next.name, [{ note: null }]]])
    expect(await ask(database.url, unfinished)).toEqual([])
  })

  test('without a card or an account needs no backup', async () => {
    await using database = await aDatabase()
    const backUp = () => Promise.reject(new Error('not wanted'))
    await migrate({ connectionString: database.url }, silentLog, [...migrations, next], { backUp })
    expect(await ask(database.url, 'select count(*)::int from note')).toEqual([{ count: 0 }])
  })

  test('is not migrated if it cannot be backed up', async () => {
    await using database = await aDatabase()
    await owned(database.url)
    const backUp = () => Promise.reject(new Error('no space'))
    await expect(migrate({ connectionString: database.url }, silentLog, [...migrations, next], { backUp })).rejects.toThrow('no space')
    expect(await ask(database.url, `select to_regclass('note') as note`)).toEqual([{ note: null }])
  })

  test('a failed migration says how to go back', async () => {
    await using database = await aDatabase()
    await owned(database.url)
    const backUp = async () => 'a.backup'
    const broken = readMigration('999901010001-broken.sql', 'create table note (id int);')
    const fails = (known: typeof migrations) =>
      migrate({ connectionString: database.url }, silentLog, known, { backUp }).catch((error: Error) => error.message)
    expect(await fails([...migrations, next, broken])).toBe(
      'The migration 999901010001-broken.sql failed: relation "note" already exists. It was rolled back: nothing of it was kept. The one before it was applied; the previous version works with that. To go back, start the previous version. If it lacks data, restore the backup made before with that version, into an empty DATA_DIR or database: npm run carte -- restore a.backup',
    )
    expect(await fails([...migrations, next, broken])).toMatch(
      /start the previous version\..+: npm run carte -- restore a\.backup --replace --yes$/,
    )
    expect(await ask(database.url, unfinished)).toEqual([])
  })

  test('a migration without a transaction that fails halfway is recorded until finished', async () => {
    await using database = await aDatabase()
    const write = (last: string) =>
      readMigration('999901010002-half.sql', `-- no transaction\ncreate table if not exists half (id int);\n${last}\n`)
    const half = migrate({ connectionString: database.url }, silentLog, [...migrations, write('select 1 / 0;')])
    await expect(half).rejects.toThrow(/division by zero\. It was applied in part\. Start again to finish it\. To go back/)
    expect(await ask(database.url, unfinished)).toEqual([{ file: '999901010002-half.sql' }])
    await migrate({ connectionString: database.url }, silentLog, [...migrations, write('select 1;')])
    expect(await ask(database.url, unfinished)).toEqual([])
  })
})
