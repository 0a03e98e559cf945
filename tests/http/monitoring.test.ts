import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeInstallation, writeInstallation } from '#server/database/installation.ts'
import { readMigrations } from '#server/database/migrate.ts'
import { openPool } from '#server/database/pool.ts'
import { createReadiness } from '#server/http/monitoring/readiness.ts'
import { listenWhileMigrating } from '#server/listen.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/site.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('readiness', () => {
  test('is checked once for concurrent requests, and again a second later', async () => {
    const pool = openPool(app.deps.connection, silentLog, 3)
    let [statements, now] = [0, 0]
    pool.on('acquire', () => statements++)
    const readiness = createReadiness({ pool, nowMs: () => now })
    const burst = () => Promise.all(Array.from({ length: 1000 }, () => readiness.check()))
    expect(new Set([...(await burst()), ...(await burst())])).toEqual(new Set(['ready']))
    expect(statements).toBe(1)
    now = 1001
    await burst()
    expect(statements).toBe(2)
    await pool.end()
  })

  test('is red during an unfinished migration of this version, not of a newer one', async () => {
    const [known] = readMigrations()
    const note = (file: string) => app.deps.changes.write((tx) => writeInstallation(tx, 'migrating', { file }, new Date()))
    const check = () => createReadiness({ pool: app.deps.pool }).check()
    await note(known?.name ?? '')
    expect(await check()).toBe('migrating')
    await note('999901010000-newer.sql')
    expect(await check()).toBe('ready')
    await app.deps.changes.write((tx) => removeInstallation(tx, 'migrating'))
  })

  test('is red while a restore has the tables locked, not while a lock waits or is of one table', async () => {
    const { pool } = app.deps
    const [reader, locker] = [await pool.connect(), await pool.connect()]
    const check = () => createReadiness({ pool }).check()
    await reader.query('begin; lock table installation in access share mode')
    await locker.query('begin')
    const locking = locker.query('lock table installation in access exclusive mode')
    const waiting = `select 1 from pg_locks where relation = 'installation'::regclass and not granted`
    await eventually(async () => expect((await pool.query(waiting)).rows).toHaveLength(1))
    expect(await check()).toBe('ready')
    await reader.query('commit')
    await locking
    expect(await check()).toBe('ready')
    await locker.query('lock table subject in access exclusive mode')
    expect(await check()).toBe('locked')
    await locker.query('rollback')
    expect(await check()).toBe('ready')
    for (const client of [reader, locker]) client.release()
  })

  test('is red as soon as the server begins to stop', async () => {
    const readiness = createReadiness({ pool: app.deps.pool })
    expect(await readiness.check()).toBe('ready')
    readiness.drain()
    expect(await readiness.check()).toBe('stopping')
  })

  test('is red while a start migrates, and the process is alive', async () => {
    const port = await freePort()
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return [response.status, await response.text()]
    }
    {
      await using _migrating = await listenWhileMigrating({ host: '127.0.0.1', port }, '1-note.sql')
      expect(await ask('/readyz')).toEqual([503, 'an update is migrating the database (1-note.sql)\n'])
      expect(await ask('/healthz')).toEqual([200, 'alive\n'])
    }
    await expect(ask('/healthz')).rejects.toThrow('fetch failed')
  })

  test('is checked while all connections are busy, on its own connection', async () => {
    const { pool } = app.deps
    const connections = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()))
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, one) => app.ask(one % 2 ? '/readyz' : '/healthz')))
    expect([new Set(answers.map(({ status }) => status)), pool.waitingCount]).toEqual([new Set([200]), 0])
    for (const client of connections) client.release()
  })
})

describe('metrics', () => {
  const from = (remoteAddress: string, path = '/metrics', headers: HeadersInit = {}) =>
    app.fetch(new Request(app.settings.publicUrl + path, { headers }), { incoming: { socket: { remoteAddress } } })
  const summaryOf = async (answer: Response) => {
    const { 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, words: (await answer.text()).replace(/"requestId":"[^"]+"/, '') }
  }

  test('are readable from private addresses; for others they are 404', async () => {
    expect(await (await from('10.0.0.7')).text()).toContain('carte_database_up 1')
    const nowhere = await summaryOf(await from('192.0.2.7', '/nothing-here'))
    expect(nowhere.status).toBe(404)
    expect(await summaryOf(await from('192.0.2.7'))).toEqual(nowhere)
    expect(await summaryOf(await from('127.0.0.1', '/metrics', { 'x-forwarded-for': '127.0.0.1' }))).toEqual(nowhere)
  })
})
