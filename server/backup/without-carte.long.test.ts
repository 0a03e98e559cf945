import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { addressOf, queryRows, runSql } from '../../tests/harness/run-sql.ts'
import { checkBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const passphrase = 'a lamp above the blue door'
const hasTools = ['psql', 'createdb', 'tar'].every((tool) => spawnSync(tool, ['--version']).status === 0)

/** The commands of the section in docs/operating.md, by their language. */
const section = (await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8'))
  .split('\n## ')
  .find((text) => text.startsWith('Restoring without Carte\n'))
const blocks = [...(section ?? '').matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }))
const [forPlain = '', forSealed = ''] = blocks.filter(({ language }) => language === 'bash').map(({ text }) => text)
const program = await readFile(new URL('../../docs/recipes/open-backup.mjs', import.meta.url), 'utf8')
const queries = blocks.find(({ language }) => language === 'sql')?.text ?? ''

let app: TestApp
let folder: string
let files: { clear: string; sealed: string }
beforeAll(async () => {
  app = await anApp()
  folder = await mkdtemp(join(tmpdir(), 'carte-without-'))
  files = { clear: join(folder, 'clear'), sealed: join(folder, 'sealed') }
  const card = await aCard(app.deps, { alias: 'anna' })
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()
  await app.deps.db.transaction((tx) => savePicture(app.deps, tx, card.id, 'profile', png))
  await app.deps.db.execute(sql`update subject set full_name = ${'Anna “Ännchen” Lind\t\\ \n 馬'}, bio = ${'\\.'} where id = ${card.id}`)
  await app.deps.db.execute(sql`insert into contact (subject_id, id, submission_id, name, full_name, tags)
    select ${card.id}::uuid, gen_random_uuid(), gen_random_uuid(), 'Ada', 'Ada ' || n, array['open house', 'a,"b"', null] from generate_series(1, 700) n`)
  const { storage, clock } = app.deps
  const deps = { database: app.deps, storage, clock, productVersion: '0.1.0', signal: new AbortController().signal }
  await writeBackup(deps, { file: files.clear, passphrase: null })
  await writeBackup(deps, { file: files.sealed, passphrase })
})
afterAll(async () => {
  await runSql(inject('postgres').server, 'drop database if exists carte_data with (force)')
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the document's commands as they are, against the test's PostgreSQL. */
function run(commands: string, cwd: string) {
  const { hostname, port, username, password, searchParams } = new URL(inject('postgres').server)
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: username,
    PGPASSWORD: password,
  }
  return spawnSync('bash', ['-e', '-c', commands], { cwd, env, encoding: 'utf8' })
}

test.skipIf(!hasTools).each([
  ['in the clear', 'clear', forPlain, null],
  ['encrypted', 'sealed', forSealed, passphrase],
] as const)('a backup %s restores with the commands in the document', async (name, kind, commands, secret) => {
  const [parent, cwd] = [join(folder, name), join(folder, name, 'restored')]
  await mkdir(cwd, { recursive: true })
  const file = join(parent, 'carte.backup')
  await copyFile(files[kind], file)
  await writeFile(join(folder, '.carte-passphrase'), `${passphrase}\n`)
  await chmod(join(folder, '.carte-passphrase'), 0o600)
  await writeFile(join(cwd, 'open-backup.mjs'), program)
  await runSql(inject('postgres').server, 'drop database if exists carte_data with (force)')

  expect(run(commands, cwd)).toMatchObject({ status: 0 })

  const there = addressOf(inject('postgres').server, 'carte_data')
  const { tables, pictures } = await checkBackup({ file, passphrase: secret })
  for (const { name: table, rows } of tables)
    expect(await queryRows(there, `select count(*)::int as rows from "${table}"`), table).toEqual([{ rows }])
  for (const query of [
    'select full_name, bio, settings::text, created_at from subject order by id',
    'select name, tags, date_created from contact order by id',
    `select encode(value::text::bytea, 'hex') as value from installation where name <> 'pictures' order by name`,
  ])
    expect(await queryRows(there, query)).toEqual(await queryRows(app.settings.databaseUrl ?? '', query))
  for (const { key, bytes } of pictures) expect((await readFile(join(cwd, 'pictures', key))).length).toBe(bytes)
  expect(pictures).toHaveLength(1)
  for (const query of queries.trim().split('\n')) await queryRows(there, query)
})

test('open-backup.mjs opens nothing with another passphrase or a changed byte', async () => {
  const file = join(folder, 'sealed.backup')
  await copyFile(files.sealed, file)
  await writeFile(join(folder, 'open-backup.mjs'), program)
  await writeFile(join(folder, 'wrong'), 'another passphrase\n')
  expect(run('node open-backup.mjs sealed.backup wrong', folder).stderr).toContain('The passphrase is wrong.')
  const bytes = await readFile(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40)
  await writeFile(file, bytes)
  await writeFile(join(folder, 'right'), `${passphrase}\n`)
  expect(run('node open-backup.mjs sealed.backup right', folder).status).not.toBe(0)
})
