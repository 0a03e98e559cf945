import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { waitingMax } from '#server/http/limits/load-shedding.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { anEntry } from '../factories/contacts.ts'
import { freePort } from '../harness/site.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { addressOf, runSql } from '../harness/run-sql.ts'
import { aPostgres } from './a-postgres.ts'
import { callerAt } from './caller.ts'
import { aFolder, run } from './program.ts'

const closing = new AsyncDisposableStack()
const reCaptchaAction = 'carte/connect_client'
let address = ''
let url = ''
let alias = ''
let output: () => string

beforeAll(async () => {
  const postgres = closing.use(await aPostgres())
  await runSql(postgres.address, 'create database carte')
  address = addressOf(postgres.address, 'carte')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const dataDir = closing.use(await aFolder()).path
  const environment = {
    DATABASE_URL: address,
    DATA_DIR: dataDir,
    DEMO: 'off',
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    TRUST_PROXY: 'on',
    CAPTCHA_COST: '1',
    LOG_LEVEL: 'info',
    PORT: String(port),
  }
  {
    await using app = await createApp(readSettings(environment), { log: silentLog, pages: false, works: false })
    alias = (await aCard(app.deps)).alias
  }
  const program = closing.use(run('tests/start/serve-calls.ts', environment))
  await program.waitForOutput('serves calls')
  output = program.output
})
afterAll(() => closing.disposeAsync())

const cardPath = () => `/remote/api/public/e-card-by-alias/${alias}`

/** A request with a cookie needs the database, since it may have a session. */
async function requestWithCookie(): Promise<Response> {
  return fetch(`${url}${cardPath()}`, { headers: { cookie: `__Host-session=${randomBytes(32).toString('base64url')}` } })
}

async function aProvedEntry(name: string) {
  const visitor = callerAt(url, { 'x-forwarded-for': from(name) })
  const challenge = await visitor.call('contacts.challenge', { query: { alias, action: reCaptchaAction } })
  return anEntry({ alias, name, reCaptchaAction, reCaptchaResponse: await solveCaptcha(challenge) })
}

const from = (name: string) => `10.0.0.${Number(name.replace(/\D/g, '')) % 256}`

async function submitContact(entry: ReturnType<typeof anEntry>) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from(entry.name) }
  const { status } = await fetch(`${url}/remote/api/public/connect-client`, { method: 'POST', headers, body: JSON.stringify(entry) })
  return { name: entry.name, status }
}

async function storedNames(): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from contact')
  await client.end()
  return new Set(rows.map(({ name }) => name))
}

test('under overload new requests get 503; cached cards and health checks work', async () => {
  const entries = await Promise.all(Array.from({ length: 40 }, (_, place) => aProvedEntry(`Visitor ${place}`)))
  expect((await fetch(`${url}${cardPath()}`)).status).toBe(200)

  // Requests that need the database wait for the lock.
  await using slow = await lockTables()
  const submissions = entries.map(submitContact)
  const requests = Array.from({ length: 2 * waitingMax }, requestWithCookie)
  const firstRefused = await Promise.any(
    requests.map(async (response) => {
      const answer = await response
      if (answer.status !== 503) throw new Error('It was let in.')
      return answer
    }),
  )
  expect(firstRefused.headers.get('retry-after')).toBe('1')
  expect(await firstRefused.json()).toMatchObject({ type: '/problems/unavailable', detail: expect.stringContaining('Try again') })
  const page = await fetch(`${url}/maren/home`, {
    headers: { accept: 'text/html', 'accept-language': 'fr-CA', cookie: '__Host-session=x' },
  })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await page.text()).toContain('lang="fr-CA"')

  expect((await fetch(`${url}${cardPath()}`)).status).toBe(200)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const shed = [...metrics.matchAll(/^carte_requests_shed_total\{reason="\w+"\} (\d+)$/gm)].map(([, many]) => Number(many))
  expect(shed.reduce((sum, many) => sum + many, 0)).toBeGreaterThan(waitingMax / 2)
  expect(Number(/^carte_database_connections\{state="waiting"\} (\d+)$/m.exec(metrics)?.[1])).toBeLessThanOrEqual(2 * waitingMax)

  await slow.release()
  const statuses = new Set((await Promise.all(requests)).map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual([200, 503])
  await expect.poll(async () => (await requestWithCookie()).status, { timeout: 5000 }).toBe(200)

  const left = await Promise.all(submissions)
  expect(left.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  const stored = await storedNames()
  expect(left.filter(({ name, status }) => status === 200 && !stored.has(name))).toEqual([])
  await expect.poll(output).toContain('"event":"overload-ended"')
  expect(output()).not.toContain('"event":"unexpected"')
})

/** Locks the tables of sessions and contacts, as a statement that never ends would. */
async function lockTables() {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query('begin; lock table session, contact in access exclusive mode')
  let isBusy = true
  const release = async () => {
    if (!isBusy) return
    isBusy = false
    await client.query('rollback')
    await client.end()
  }
  return { release, [Symbol.asyncDispose]: release }
}
