import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPool } from '#server/database/pool.ts'
import { createReadiness } from '#server/http/monitoring/readiness.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { silentLog } from '../harness/silent-log.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('whether we are ready', () => {
  test('is asked of the database once, however many ask at once, and again a second later', async () => {
    const pool = openPool(app.needs.connection, silentLog, 3)
    let [statements, now] = [0, 0]
    pool.on('acquire', () => statements++)
    const readiness = createReadiness({ pool, nowMs: () => now })
    const crowd = () => Promise.all(Array.from({ length: 1000 }, () => readiness.ask()))
    expect(new Set([...(await crowd()), ...(await crowd())])).toEqual(new Set(['ready']))
    expect(statements).toBe(1)
    now = 1001
    await crowd()
    expect(statements).toBe(2)
    await pool.end()
  })

  test('is answered while everybody else waits for a connection, and keeps nobody from one', async () => {
    const { pool } = app.needs
    const held = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()))
    const asked = await Promise.all(Array.from({ length: 1000 }, (_, one) => app.ask(one % 2 ? '/readyz' : '/healthz')))
    expect([new Set(asked.map(({ status }) => status)), pool.waitingCount]).toEqual([new Set([200]), 0])
    for (const client of held) client.release()
  })
})

describe('what is measured', () => {
  const from = (remoteAddress: string, path = '/metrics', headers: HeadersInit = {}) =>
    app.fetch(new Request(app.settings.publicUrl + path, { headers }), { incoming: { socket: { remoteAddress } } })
  const seen = async (answer: Response) => {
    const { 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, words: (await answer.text()).replace(/"requestId":"[^"]+"/, '') }
  }

  test('is told to who asks from beside us; to everybody else there is nothing at that address', async () => {
    expect(await (await from('10.0.0.7')).text()).toContain('carte_database_up 1')
    const nowhere = await seen(await from('192.0.2.7', '/nothing-here'))
    expect(nowhere.status).toBe(404)
    expect(await seen(await from('192.0.2.7'))).toEqual(nowhere)
    expect(await seen(await from('127.0.0.1', '/metrics', { 'x-forwarded-for': '127.0.0.1' }))).toEqual(nowhere)
  })
})
