import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openChanges } from '#server/database/changes/changes.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrate, readMigration, readMigrations } from '#server/database/migrate.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../../tests/harness/database.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { backUpBeforeMigrating } from './back-up-before-migrating.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const next = readMigration('999901010000-note.sql', 'create table note (id int);')

async function anInstallation() {
  const made = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-before-'))
  const settings = readSettings({ DATABASE_URL: made.url, DATA_DIR: dataDir })
  const database = await openDatabase(settings, silentLog)
  await database.db.execute(sql`insert into account (id, email) values (gen_random_uuid(), 'ada@example.com')`)
  const backUp = backUpBeforeMigrating(settings, silentLog)
  return {
    database,
    dataDir,
    folder: join(dataDir, 'backups'),
    upgrade: (known = [...readMigrations(), next]) => migrate(database.connection, silentLog, known, { backUp }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await made[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

test('writes the rows as they were; removes what a killed run left, and all but two', async () => {
  await using one = await anInstallation()
  await mkdir(one.folder)
  for (const [index, name] of ['before-a.backup', 'before-b.backup', 'before-c.backup.new.unfinished-0a1b', 'mine.backup'].entries()) {
    await writeFile(join(one.folder, name), 'older')
    await utimes(join(one.folder, name), index, index)
  }
  await one.upgrade()
  expect((await readdir(one.folder)).toSorted()).toEqual(['before-999901010000-note.backup', 'before-b.backup', 'mine.backup'])
  const manifest = await checkBackup({ file: join(one.folder, 'before-999901010000-note.backup'), passphrase: null })
  expect(manifest.tables.find(({ name }) => name === 'account')?.rows).toBe(1)
  expect(manifest.migrations).toHaveLength(readMigrations().length)
})

test('a restart within minutes keeps the backup it made, a later one makes another', async () => {
  await using one = await anInstallation()
  const file = join(one.folder, 'before-999901010000-note.backup')
  const fail = () => one.upgrade([...readMigrations(), { ...next, statements: ['select 1 / 0'] }])
  await expect(fail()).rejects.toThrow('division by zero')
  const { ino } = await stat(file)
  await expect(fail()).rejects.toThrow(file)
  expect((await stat(file)).ino).toBe(ino)
  await utimes(file, 1, 1)
  await expect(fail()).rejects.toThrow('division by zero')
  expect((await stat(file)).mtimeMs).toBeGreaterThan(1000)
})

test('without a place for the backup nothing is migrated', async () => {
  await using one = await anInstallation()
  await writeFile(one.folder, 'a file')
  await expect(one.upgrade()).rejects.toThrow(/cannot be written.+was not migrated\. Free space.+BACKUP_BEFORE_MIGRATE=off/)
  const { rows } = await one.database.db.execute(sql`select to_regclass('note') as note`)
  expect(rows).toEqual([{ note: null }])
})

test('restored into its own installation, it leaves the images there', async () => {
  await using one = await anInstallation()
  const storage = createDiskStorage(one.dataDir)
  const id = 'a1b2c3d4e5f6a1b2c3d4e5f6'
  const groups = JSON.stringify([{ stories: [{ url: `/api/public/story-picture/${id}` }] }])
  await one.database.db.execute(sql`insert into publication (kind, tag, content) values ('stories', 'S', ${groups}::jsonb)`)
  await storage.put(`stories/${id}/master.webp`, Buffer.from('a yard sign'))
  await expect(one.upgrade([...readMigrations(), { ...next, statements: ['select 1 / 0'] }])).rejects.toThrow('division by zero')
  await using changes = await openChanges(one.database, silentLog)
  const deps = { database: one.database, changes, storage, signal: new AbortController().signal, place: 'here/1' }
  await restoreBackup(deps, { file: join(one.folder, 'before-999901010000-note.backup'), passphrase: null }, { replaces: true })
  expect(await keysOf(storage)).toEqual([`stories/${id}/master.webp`])
})
