import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordBackup } from '#server/database/last-backups.ts'
import { freePort } from '../harness/site.ts'
import { addressOf, runSql } from '../harness/run-sql.ts'
import { aPostgres } from './a-postgres.ts'
import { aFolder, run } from './program.ts'

async function startError(environment: NodeJS.ProcessEnv): Promise<string> {
  await using program = run('server/main.ts', { DEMO: 'off', PORT: String(await freePort()), ...environment })
  expect(await program.ended, program.output()).toBe(1)
  expect(program.errorOutput(), 'a stack trace').not.toMatch(/^ {4}at /m)
  return program.errorOutput().trim()
}

const oneLine = (words: string) => new RegExp(`^.*${words}.*$`)

test.each([
  [{ STRIPE_KEY: 'x' }, 'STRIPE_KEY is not a setting of this version'],
  [{ DATABSE_URL: 'x' }, 'Did you mean DATABASE_URL\\?'],
  [{ PORT: 'high' }, 'PORT must be a whole number from 1 to 65535'],
  [{ PUBLIC_URL: 'https://cards.example.com', HOST: '0.0.0.0' }, 'set TRUST_PROXY=on'],
  [{ DATABASE_URL: 'postgres://carte@127.0.0.1:1/carte' }, 'cannot be reached \\(ECONNREFUSED\\)\\. Start it'],
  [{ DATABASE_URL: 'postgres://carte@no-such-host.invalid/carte' }, 'The host in DATABASE_URL cannot be resolved'],
  [{ STORAGE: 's3' }, 'STORAGE is s3, which also needs STORAGE_URL, STORAGE_KEY_ID, STORAGE_SECRET, STORAGE_BUCKET'],
  [
    {
      STORAGE: 's3',
      STORAGE_URL: 'http://no-such-host.invalid',
      STORAGE_BUCKET: 'cards',
      STORAGE_KEY_ID: 'x',
      STORAGE_SECRET: 'zq8Jv2mWk1',
    },
    'The host in STORAGE_URL is not known',
  ],
  [{ STRIPE_SECRET_KEY: 'changeme', STRIPE_WEBHOOK_SECRET: 'zq8Jv2mWk1' }, 'STRIPE_SECRET_KEY is an example or shorter than 8 characters'],
  [{ DATABASE_URL: 'postgres://user:password@host/database' }, 'DATABASE_URL contains an example password'],
  [{ DATA_DIR: '/proc/carte' }, 'DATA_DIR /proc/carte cannot be written'],
])('%j fails with one line', async (environment, words) => {
  expect(await startError(environment)).toMatch(oneLine(words))
})

test('a file in place of the data folder fails with one line', async () => {
  await using folder = await aFolder()
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  expect(await startError({ DATA_DIR: join(file, 'data') })).toMatch(oneLine('cannot be written \\(ENOTDIR\\)'))
})

test('a port in use fails with one line that suggests another, before a database is made', async () => {
  await using folder = await aFolder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await startError({ PORT: String(port), DATA_DIR: folder.path })).toMatch(oneLine(`Port ${port} on .+ is already in use.+ PORT=`))
  expect(await readdir(folder.path)).not.toContain('pg18')
  other.close()
})

test('pictures without a database fail with one line, and stay', async () => {
  await using folder = await aFolder()
  const picture = join(folder.path, 'pictures/a-card/master.webp')
  await mkdir(join(folder.path, 'pictures/a-card'), { recursive: true })
  await writeFile(picture, 'bytes')
  expect(await startError({ DATA_DIR: folder.path })).toMatch(oneLine('contains images but no database\\. .+ DATABASE_URL'))
  expect(await readFile(picture, 'utf8')).toBe('bytes')
})

test('a damaged data folder fails, and nothing in it changes', async () => {
  await using folder = await aFolder()
  await mkdir(join(folder.path, 'pg18'))
  await writeFile(join(folder.path, 'pg18/what-is-left'), '')
  expect(await startError({ DATA_DIR: folder.path })).toMatch(oneLine('is damaged: it has no PG_VERSION. Nothing was changed'))

  await writeFile(join(folder.path, 'pg18/PG_VERSION'), '17\n', { mode: 0o600 })
  const [older, newer] = [join(folder.path, 'older.backup'), join(folder.path, 'newer.backup')]
  for (const [number, file] of [older, newer].entries()) {
    await writeFile(file, 'whole')
    await recordBackup(folder.path, { file, at: `2026-11-2${number}T03:15:00.000Z`, bytes: 5 })
  }
  const readError = () => startError({ DATA_DIR: folder.path })
  expect(await readError()).toMatch(oneLine(`did not start: .+ restore your newest backup \\(${newer}, of 2026-11-21T03:15`))
  // A backup that is missing or truncated is not suggested.
  await writeFile(newer, 'cut')
  expect(await readError()).toMatch(oneLine(`restore your newest backup \\(${older}, of 2026-11-20T03:15`))
  await rm(older)
  expect(await readError()).toMatch(oneLine('restore your newest backup into an empty DATA_DIR'))
})

test('a PostgreSQL that rejects writes fails with one line', async () => {
  await using postgres = await aPostgres()
  const { address, data } = postgres
  const latin = `encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`
  await runSql(address, `create database latin ${latin}`)
  await runSql(address, 'create database still')
  await runSql(address, 'alter database still set default_transaction_read_only = on')
  const at = (database: string) => startError({ DATABASE_URL: addressOf(address, database) })
  expect(await at('latin')).toMatch(oneLine('has the encoding LATIN1, .+ createdb --encoding=UTF8'))
  expect(await at('still')).toMatch(oneLine('is set to read-only'))
  expect(await at('missing')).toMatch(oneLine('The database named in DATABASE_URL does not exist'))

  await postgres.stop()
  await writeFile(join(data, 'standby.signal'), '')
  await postgres.start()
  expect(await at('postgres')).toMatch(oneLine('is a standby, which is read-only'))
})
