import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { residentsOf } from '#server/database/embedded/find-survivor.ts'
import { readSettings } from '#server/settings.ts'
import type { Postgres } from '../harness/postgres.ts'
import { freePort } from '../harness/site.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { addressOf, runSql } from '../harness/run-sql.ts'
import { aPostgres } from './a-postgres.ts'
import { aFolder, run, type Program } from './program.ts'

/** The time that docs/operating.md promises, and a little more for a busy machine. */
const longestMs = 25_000 + 5000
const migrationLock = 7_327_002

const closing = new AsyncDisposableStack()
let postgres: Postgres
beforeAll(async () => void (postgres = closing.use(await aPostgres())))
afterAll(() => closing.disposeAsync())

async function writeBackendScript(name: string): Promise<NodeJS.ProcessEnv> {
  await runSql(postgres.address, `create database ${name}`)
  const dataDir = closing.use(await aFolder()).path
  return {
    DATABASE_URL: addressOf(postgres.address, name),
    DATA_DIR: dataDir,
    DEMO: 'off',
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
  }
}

/** Signals a process that may have ended since it was listed. */
function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function endsInTime(program: Program): Promise<number | NodeJS.Signals> {
  const since = performance.now()
  program.send('SIGTERM')
  const code = await program.ended
  expect(performance.now() - since).toBeLessThan(longestMs)
  return code
}

async function aSilentServer(): Promise<Server & { port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  closing.defer(() => void server.close())
  return Object.assign(server, { port: typeof address === 'object' && address ? address.port : 0 })
}

describe.concurrent('a stop signal ends the program', { timeout: 120_000 }, () => {
  test('while the embedded database does not respond', async () => {
    await using folder = await aFolder()
    const port = await freePort()
    await using program = run('server/main.ts', { DEMO: 'off', PORT: String(port), DATA_DIR: folder.path })
    await program.waitForOutput('is ready at')
    const residents = residentsOf(join(folder.path, 'pg18')) ?? []
    for (const pid of residents) signal(pid, 'SIGSTOP')
    const pending = fetch(`http://127.0.0.1:${port}/remote/api/public/e-card-by-alias/nobody-yet`).catch(() => null)
    try {
      // Nothing but the limit ends a wait for it, and the log says so.
      expect(await endsInTime(program)).toBe(1)
      expect(program.output()).toContain('"event":"stop-overdue"')
    } finally {
      for (const pid of residentsOf(join(folder.path, 'pg18')) ?? []) signal(pid, 'SIGKILL')
      await pending
    }
  })

  test('while it waits for the migration lock', async () => {
    const env = await writeBackendScript('waiting')
    const other = new pg.Client(env['DATABASE_URL'])
    closing.defer(() => other.end())
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [migrationLock])
    await using program = run('server/main.ts', env)
    const waits = `select 1 from pg_stat_activity where application_name = 'carte-migration-lock' and datname = current_database()`
    await expect.poll(async () => (await other.query(waits)).rowCount, { timeout: 40_000 }).toBe(1)
    await endsInTime(program)
  })

  test('while the job queue cannot be opened', async () => {
    const env = await writeBackendScript('closed')
    await runSql(env['DATABASE_URL'] ?? '', 'create schema jobs')
    await runSql(env['DATABASE_URL'] ?? '', 'create table jobs.version (nothing int)')
    await using program = run('server/main.ts', env)
    await program.waitForOutput('jobs-not-opened')
    await program.waitForOutput('is ready at')
    expect(await endsInTime(program)).toBe(0)
  })

  test('while a mail server hangs, and requeues the email', async () => {
    const env = await writeBackendScript('hanging')
    const settings = readSettings(env)
    {
      await using app = await createApp(settings, { log: silentLog, pages: false, works: false })
      const request = {
        purpose: 'sign-up',
        email: 'ann@example.com',
        name: 'Ann',
        language: 'en',
        returnUrl: '',
        requestId: 'one',
      } as const
      await app.deps.jobs.enqueue(app.deps.db, 'accounts.mail-link', request)
    }
    const mailServer = await aSilentServer()
    const started = once(mailServer, 'connection')
    await using program = run('server/main.ts', { ...env, SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` })
    await started
    expect(await endsInTime(program)).toBe(0)
    const client = new pg.Client(env['DATABASE_URL'])
    await client.connect()
    const { rows } = await client.query(`select state from jobs.job where name = 'accounts.mail-link'`)
    await client.end()
    expect(rows).toEqual([{ state: 'retry' }])
  })

  test('while a picture is uploaded slowly', async () => {
    const env = await writeBackendScript('dripping')
    await using program = run('server/main.ts', env)
    await program.waitForOutput('is ready at')
    const slow = connect(Number(env['PORT']), '127.0.0.1').on('error', () => {})
    await once(slow, 'connect')
    slow.write(
      'POST /api/private/card/media HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000000\r\n\r\n',
    )
    const drip = setInterval(() => slow.write('.'), 100)
    try {
      expect(await endsInTime(program)).toBe(0)
    } finally {
      clearInterval(drip)
      slow.destroy()
    }
  })
})
