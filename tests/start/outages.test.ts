import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import type { Postgres } from '../harness/postgres.ts'
import { freePort } from '../harness/site.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { addressOf, runSql } from '../harness/run-sql.ts'
import { aPostgres } from './a-postgres.ts'
import { aBalancer } from './balancer.ts'
import { callerAt } from './caller.ts'
import { aLoad } from './load.ts'
import { aFolder, run, type Program } from './program.ts'

const closing = new AsyncDisposableStack()
let postgres: Postgres
let shared: NodeJS.ProcessEnv
let alias = ''

beforeAll(async () => {
  postgres = closing.use(await aPostgres())
  await runSql(postgres.address, 'create database carte')
  const dataDir = closing.use(await aFolder()).path
  shared = {
    DATABASE_URL: addressOf(postgres.address, 'carte'),
    DATA_DIR: dataDir,
    DEMO: 'off',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3999',
    TRUST_PROXY: 'on',
    CAPTCHA_COST: '1',
    LOG_LEVEL: 'warn',
  }
  await using app = await createApp(readSettings(shared), { log: silentLog, pages: false, works: false })
  alias = (await aCard(app.deps)).alias
})
afterAll(() => closing.disposeAsync())

async function anInstance(): Promise<Program & { url: string }> {
  const port = await freePort()
  const program = run('tests/start/serve-calls.ts', { ...shared, PORT: String(port) })
  await program.waitForOutput('serves calls')
  return { ...program, url: `http://127.0.0.1:${port}` }
}

/** Visitors who view the card and submit contacts one after the other, until they are stopped. */
function visitorsAt(url: string, size: number) {
  let count = 0
  async function visit() {
    const name = `Visitor ${++count}`
    // Each from a separate address, so no one is rate limited.
    const visitor = callerAt(url, { 'x-forwarded-for': `10.0.${count >> 8}.${count & 255}` })
    await visitor.call('cards.read', { params: { alias } })
    await visitor.submitContact(alias, name)
    return name
  }
  return aLoad(Array.from({ length: size }, () => visit))
}

async function storedNames(): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: shared['DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from contact')
  await client.end()
  return new Set(rows.map(({ name }) => name))
}

test('a killed instance loses only unacknowledged requests', async () => {
  await using doomed = await anInstance()
  await using other = await anInstance()
  await using balancer = await aBalancer([doomed.url, other.url])
  const size = 4
  const load = visitorsAt(balancer.url, size)
  await load.more(5)
  doomed.send('SIGKILL')
  await doomed.ended
  await load.more(10)
  await load.stop()

  expect(load.statuses.filter((status) => status !== 502)).toEqual([])
  expect(load.statuses).toHaveLength(balancer.broken.length)
  expect(balancer.broken.length).toBeLessThanOrEqual(size)
  expect(new Set([...balancer.broken, doomed.url])).toEqual(new Set([doomed.url]))
  const names = await storedNames()
  expect(load.acknowledged.filter((name) => !names.has(name))).toEqual([])
  expect(other.output()).not.toContain('"event":"unexpected"')
})

test('during a database restart cards load and no acknowledged write is lost', async () => {
  await using instance = await anInstance()
  const viewCard = () => fetch(`${instance.url}/remote/api/public/e-card-by-alias/${alias}`)
  await runSql(shared['DATABASE_URL'] ?? '', 'delete from contact')
  expect((await viewCard()).status).toBe(200)
  const load = visitorsAt(instance.url, 4)
  await load.more(5)

  await postgres.stop()
  // A cached card, and an uncached request.
  expect((await viewCard()).status).toBe(200)
  const refused = await fetch(`${instance.url}/remote/api/public/e-card-by-alias/nobody-yet`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  await postgres.start()
  await load.more(5)
  await load.stop()

  expect(load.statuses.filter((status) => status !== 503)).toEqual([])
  const names = await storedNames()
  expect(load.acknowledged.filter((name) => !names.has(name))).toEqual([])
  await expect.poll(async () => (await fetch(`${instance.url}/readyz`)).status, { timeout: 10_000 }).toBe(200)
  expect(instance.output()).not.toContain('"event":"unexpected"')
})
