import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefused } from '#contract/api.ts'
import { createApp } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import type { Postgres } from '../harness/postgres.ts'
import { freePort } from '../harness/site.ts'
import { silentLog } from '../harness/silent-log.ts'
import { addressOf, tell } from '../harness/tell.ts'
import { aPostgres } from './a-postgres.ts'
import { aBalancer } from './balancer.ts'
import { callerAt } from './caller.ts'
import { aFolder, run, type Program } from './program.ts'

const closing = new AsyncDisposableStack()
let postgres: Postgres
let shared: NodeJS.ProcessEnv
let alias = ''

beforeAll(async () => {
  postgres = closing.use(await aPostgres())
  await tell(postgres.address, 'create database carte')
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
  alias = (await aCard(app.needs)).alias
})
afterAll(() => closing.disposeAsync())

async function anInstance(): Promise<Program & { url: string }> {
  const port = await freePort()
  const program = run('tests/start/serve-calls.ts', { ...shared, PORT: String(port) })
  await program.writes('serves calls')
  return { ...program, url: `http://127.0.0.1:${port}` }
}

/** Visitors who look at the card and leave their names, one after the other, until they are told to stop. */
function aCrowd(url: string, size: number) {
  const [acknowledged, statuses]: [string[], number[]] = [[], []]
  let isOver = false
  let count = 0
  async function visit() {
    while (!isOver) {
      const name = `Visitor ${++count}`
      // Each from an address of their own: nobody is one too many.
      const visitor = callerAt(url, { 'x-forwarded-for': `10.0.${count >> 8}.${count & 255}` })
      try {
        await visitor.call('cards.read', { params: { alias } })
        await visitor.leave(alias, name)
        acknowledged.push(name)
      } catch (error) {
        if (!isRefused(error)) throw error
        statuses.push(error.problem.status)
        await wait(20)
      }
    }
  }
  const visits = Array.from({ length: size }, visit)
  return {
    acknowledged,
    statuses,
    /** Once so many more were told that their name was kept. */
    more: (many: number) => {
      const until = acknowledged.length + many
      return expect.poll(() => acknowledged.length, { timeout: 30_000, interval: 10 }).toBeGreaterThanOrEqual(until)
    },
    async leave() {
      isOver = true
      await Promise.all(visits)
    },
  }
}

async function kept(): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: shared['DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from contact')
  await client.end()
  return new Set(rows.map(({ name }) => name))
}

test('an instance that is killed takes nothing with it but what it had in hand, and nothing that was acknowledged', async () => {
  await using doomed = await anInstance()
  await using other = await anInstance()
  await using balancer = await aBalancer([doomed.url, other.url])
  const size = 4
  const crowd = aCrowd(balancer.url, size)
  await crowd.more(5)
  doomed.send('SIGKILL')
  await doomed.ended
  await crowd.more(10)
  await crowd.leave()

  expect(crowd.statuses.filter((status) => status !== 502)).toEqual([])
  expect(crowd.statuses).toHaveLength(balancer.broken.length)
  expect(balancer.broken.length).toBeLessThanOrEqual(size)
  expect(new Set([...balancer.broken, doomed.url])).toEqual(new Set([doomed.url]))
  const names = await kept()
  expect(crowd.acknowledged.filter((name) => !names.has(name))).toEqual([])
  expect(other.output()).not.toContain('"event":"unexpected"')
})

test('while the database is restarted cards are shown, writes wait or are put off, and nothing that was acknowledged is lost', async () => {
  await using instance = await anInstance()
  const look = () => fetch(`${instance.url}/remote/api/public/e-card-by-alias/${alias}`)
  await tell(shared['DATABASE_URL'] ?? '', 'delete from contact')
  expect((await look()).status).toBe(200)
  const crowd = aCrowd(instance.url, 4)
  await crowd.more(5)

  await postgres.stop()
  // A card that was looked at, and something that must be asked for.
  expect((await look()).status).toBe(200)
  const refused = await fetch(`${instance.url}/remote/api/public/e-card-by-alias/nobody-yet`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  await postgres.start()
  await crowd.more(5)
  await crowd.leave()

  expect(crowd.statuses.filter((status) => status !== 503)).toEqual([])
  const names = await kept()
  expect(crowd.acknowledged.filter((name) => !names.has(name))).toEqual([])
  await expect.poll(async () => (await fetch(`${instance.url}/readyz`)).status, { timeout: 10_000 }).toBe(200)
  expect(instance.output()).not.toContain('"event":"unexpected"')
})
