import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { packEnd, packEntry, type TarEntry } from '#server/integrations/tar.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { aDatabase, type TestDatabase } from '../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { runCommand } from '../tests/harness/run-command.ts'

let folder: string
let made: TestDatabase
let database: Database
let settings: Settings
const now = new Date('2026-12-05T10:00:00Z')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-import-'))
  made = await aDatabase()
  settings = readSettings({ DATABASE_URL: made.url, DATA_DIR: folder, PUBLIC_URL: 'https://cards.example.com', TRUST_PROXY: 'on' })
  database = await openDatabase(settings, silentLog)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await made[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const carte = (...words: string[]) => runCommand(words, { settings, now: () => now })

const json = (name: string, value: unknown): TarEntry => ({ name, body: Buffer.from(JSON.stringify(value)) })
const account = {
  email: 'perpetua@example.com',
  name: 'Perpetua',
  language: '',
  createdAt: now.toISOString(),
  emailVerifiedAt: null,
  hasPassword: false,
  passkeys: [],
  providers: [],
  sessions: [],
}
const card = (alias: string) => ({
  alias,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  fields: { fullName: 'Perpetua Quillfeather' },
  plan: { name: 'PRO', isTrial: false, trialDays: 0 },
  services: [],
  components: [],
  versions: [],
  draft: null,
  labels: [],
  devices: [],
  shortLinks: [],
})

async function anArchive(...aliases: string[]) {
  const head = { kind: 'carte-archive', formatVersion: 1, productVersion: '1', madeOn: '2026-12-05', cards: aliases }
  const entries = [
    json('archive.json', head),
    json('account.json', account),
    ...aliases.map((alias) => json(`cards/${alias}/card.json`, card(alias))),
  ]
  const file = join(folder, `${aliases.join('-')}.tar.gz`)
  await writeFile(file, gzipSync(Buffer.concat([...entries.flatMap((entry) => packEntry(entry, now)), packEnd()])))
  return file
}

describe('import-archive', () => {
  test('PRIVACY creates the cards and prints their addresses and owner', async () => {
    const { code, output } = await carte('import-archive', await anArchive('perpetua'))
    expect([code, output]).toEqual([0, expect.stringContaining('Created: https://cards.example.com/perpetua/home')])
    expect(output).toContain('Owner: perpetua@example.com.')
  })

  test('PRIVACY a taken alias is an error, and --alias chooses another', async () => {
    const file = await anArchive('taken')
    expect(await carte('import-archive', file)).toMatchObject({ code: 0 })
    expect(await carte('import-archive', file)).toMatchObject({
      code: 1,
      notes: expect.stringMatching(/taken is taken.*Nothing was changed/),
    })
    const { output } = await carte('import-archive', file, '--alias', 'chosen', '--owner', 'other@example.com')
    expect(output).toMatch(/\/chosen\/home[\s\S]*other@example\.com/)
  })

  test('PRIVACY several cards need OLD=NEW, and one failing card stops the import', async () => {
    const file = await anArchive('one', 'two')
    expect(await carte('import-archive', file, '--alias', 'new')).toMatchObject({ code: 1, notes: expect.stringContaining('OLD=NEW') })
    expect(await carte('import-archive', file, '--alias', 'two=admin')).toMatchObject({ code: 1, notes: expect.stringContaining('admin') })
    expect((await carte('cards', 'list', '--json')).output).not.toContain('"one"')
    expect(await carte('import-archive', file, '--alias', 'two=zwei')).toMatchObject({ code: 0 })
  })

  test('PRIVACY a missing file, a folder and a file over 2 GB are rejected with a reason', async () => {
    const huge = join(folder, 'huge.tar.gz')
    await writeFile(huge, '')
    await truncate(huge, 10 * 1024 ** 3)
    for (const [file, words] of [
      [join(folder, 'nowhere.tar.gz'), /no such file/],
      [folder, /folder/],
      [huge, /2 GB/],
    ] as const)
      expect(await carte('import-archive', file)).toMatchObject({ code: 1, notes: expect.stringMatching(words) })
  })
})
