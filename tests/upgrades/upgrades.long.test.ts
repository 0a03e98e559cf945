import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { Card } from '#contract/cards/cards.ts'
import { createApp } from '#server/app.ts'
import { backUpBeforeMigrating, backupBefore } from '#server/backup/back-up-before-migrating.ts'
import { checkBackup } from '#server/backup/read-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openChanges } from '#server/database/changes/changes.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrate, readMigration, readMigrations, readMigrationState } from '#server/database/migrate.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { readSettings } from '#server/settings.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { addressOf, dropDatabase, runSql } from '../harness/run-sql.ts'
import { signedInAs } from '../harness/signed-in.ts'

const folder = new URL('./', import.meta.url).pathname
const never = new AbortController().signal
/** Waits in every upgrade, also while the newest release has every migration of this version. */
const next = readMigration('999901010000-next.sql', 'create table note (id int);')

/** The data of a release, in a database with the migrations of that release. */
async function restored(file: string) {
  const postgres = inject('postgres')
  const name = `carte_upgrade_${randomBytes(4).toString('hex')}`
  await using undo = new AsyncDisposableStack()
  await runSql(postgres.nodes[0] ?? '', `create database ${name}`)
  undo.defer(() => dropDatabase(postgres, name))
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-upgrade-'))
  undo.defer(() => rm(dataDir, { recursive: true, force: true }))
  const settings = readSettings({ DATABASE_URL: addressOf(postgres.server, name), DATA_DIR: dataDir, DEMO: 'off' })

  const manifest = await checkBackup({ file, passphrase: null })
  const applied = new Set(manifest.migrations.map((migration) => migration.name))
  await migrate(
    { connectionString: settings.databaseUrl ?? '' },
    silentLog,
    readMigrations().filter((migration) => applied.has(migration.name)),
  )
  // This version's restore also empties tables that the release doesn't have yet.
  await runSql(settings.databaseUrl ?? '', 'create table if not exists email_change ()')
  await using database = await openDatabase(settings, silentLog, { migrating: null })
  await using changes = await openChanges(database, silentLog)
  const deps = { database, changes, storage: createDiskStorage(dataDir), signal: never, place: 'here/1' }
  await restoreBackup(deps, { file, passphrase: null }, { replaces: false })
  if (!applied.has('202611281150-email-change.sql')) await runSql(settings.databaseUrl ?? '', 'drop table email_change')
  const done = undo.move()
  return { settings, manifest, [Symbol.asyncDispose]: () => done.disposeAsync() }
}

const files = globSync(`${folder}*.backup`)
test('the first release is stored', () => {
  expect(files.map((file) => basename(file))).toContain('0.1.0.backup')
})

test.each(files)('an upgrade from %s backs up, keeps every row, and serves it', async (file) => {
  await using release = await restored(file)
  const { settings, manifest } = release
  const backUp = backUpBeforeMigrating(settings, silentLog)
  await migrate({ connectionString: settings.databaseUrl ?? '' }, silentLog, [...readMigrations(), next], { backUp })
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false })
  const { db } = app.deps

  const applied = new Set(manifest.migrations.map(({ name }) => name))
  const [first = next] = readMigrations().filter(({ name }) => !applied.has(name))
  const backup = await checkBackup({ file: backupBefore(settings.dataDir, first.name), passphrase: null })
  expect(backup.migrations).toEqual(manifest.migrations)
  expect(backup.tables.find(({ name }) => name === 'contact')).toEqual(manifest.tables.find(({ name }) => name === 'contact'))
  expect(await readMigrationState(db)).toMatchObject({ waiting: [], unfinished: null })

  // What a restore ends, and what belongs to one installation.
  const ended = ['session', 'push_subscription', 'sign_in_link', 'installation', 'waiting_job']
  for (const { name, rows } of manifest.tables.filter((table) => !ended.includes(table.name))) {
    const { rows: found } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(name)}`)
    expect(found[0]?.count, name).toBeGreaterThanOrEqual(rows)
  }
  const { call } = createClient({
    slug: settings.productSlug,
    fetch: (path, init) => app.fetch(new Request(new URL(String(path), settings.publicUrl), init), here),
  })
  const { rows: cards } = await db.execute<{ alias: string; title: string }>(
    sql`select alias, title from subject where not is_card_disabled`,
  )
  expect(cards.length).toBeGreaterThan(3)
  for (const { alias, title } of cards)
    expect((await call('cards.read', { params: { alias } }))['{product}']).toMatchObject({ alias, title })
  const { reviews, zillowWebServicesId: screenName } = Card.parse((await call('cards.read', { params: { alias: 'julian' } }))['{product}'])
  const agent = await call('reviews.agent', { params: { screenName, id: '0' } })
  expect(reviews.length + agent.reviews.length).toBe(9)

  const ada = await signedInAs(app, 'ada@example.com')
  const { results } = await ada.call('contacts.search', { params: { page: 1, pageSize: 100, tag: 'none' }, input: { SearchFor: '' } })
  expect(results.map(({ name }) => name).toSorted()).toEqual(['Amara', 'Tobias'])
  expect(await ada.call('billing.invoices', { params: { alias: 'ada' } })).toMatchObject([{ amount: 1500 }])
})

const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
