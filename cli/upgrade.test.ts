import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readMigrations } from '#server/database/migrate.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../tests/harness/database.ts'
import { queryRows } from '../tests/harness/run-sql.ts'
import { runCommand } from '../tests/harness/run-command.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'carte-upgrade-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const carte = (databaseUrl: string, ...words: string[]) =>
  runCommand(words, { settings: readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') }), columns: 500 })

const newest = readMigrations().at(-1)?.name ?? ''
const namesIn = async (url: string) =>
  (await queryRows<{ name: string }>(url, 'select name from migration order by 1')).map(({ name }) => name)

test('names waiting migrations and the backup to come; like status, changes nothing', async () => {
  await using database = await aDatabase()
  await queryRows(database.url, `delete from migration where name = '${newest}'`)
  const before = await namesIn(database.url)
  const { code, output, notes } = await carte(database.url, 'upgrade', '--check')
  expect([code, notes]).toEqual([1, '1 migration will be applied when this version starts.'])
  expect(output).toContain(`! Migrations: 1 waiting: ${newest}.`)
  expect(output).toContain(join('backups', `before-${newest.replace('.sql', '.backup')}`))
  expect((await carte(database.url, 'status')).output).toContain('1 waiting (upgrade --check)')
  expect(await namesIn(database.url)).toEqual(before)
  expect(await readdir(folder)).toEqual([])
})

test('scale citus applies no migration', async () => {
  await using database = await aDatabase()
  await queryRows(database.url, `delete from migration where name = '${newest}'`)
  const before = await namesIn(database.url)
  const { code, output, notes } = await carte(database.url, 'scale', 'citus')
  expect([code, output]).toEqual([1, ''])
  expect(notes).toContain(
    `Start this version once, which backs up and migrates, and stop it. Then run this command again. Waiting: ${newest}`,
  )
  expect(await namesIn(database.url)).toEqual(before)
})

test('succeeds if nothing waits', async () => {
  await using database = await aDatabase()
  const { code, output } = await carte(database.url, 'upgrade', '--check', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(output)).toMatchObject({ waiting: [], newer: [], changed: [], unfinished: null })
})

test('before the first start there is no database, and none is made', async () => {
  const { code, output } = await carte('', 'upgrade', '--check')
  expect([code, await readdir(folder)]).toEqual([0, []])
  expect(output).toContain('no data yet')
})

test('names a migration that stopped half-way, and those of a newer version', async () => {
  await using database = await aDatabase()
  await queryRows(database.url, `insert into installation values ('migrating', '{"file": "9-half.sql"}', now())`)
  await queryRows(database.url, `insert into migration (name, sum) values ('999901010000-newer.sql', '')`)
  const { output } = await carte(database.url, 'upgrade', '--check')
  expect(output).toContain('9-half.sql is running, or stopped half-way')
  expect(output).toContain('Unknown here: 999901010000-newer.sql')
})

test('lists settings that this version does not know', async () => {
  await using database = await aDatabase()
  vi.stubEnv('SMTP_ADDRESS', 'x')
  const { code, output } = await carte(database.url, 'upgrade', '--check')
  vi.unstubAllEnvs()
  expect(code).toBe(1)
  expect(output).toContain('✗ Settings: SMTP_ADDRESS is not a setting')
})

test('without --check says what the update is', async () => {
  expect(await carte('', 'upgrade')).toMatchObject({ code: 2, notes: expect.stringContaining('npm start') })
})
