import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { waitingMax } from '#server/http/limits/load-shedding.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { anEntry } from '../factories/contacts.ts'
import { freePort } from '../harness/site.ts'
import { silentLog } from '../harness/silent-log.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { addressOf, tell } from '../harness/tell.ts'
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
  await tell(postgres.address, 'create database carte')
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
    alias = (await aCard(app.needs)).alias
  }
  const program = closing.use(run('tests/start/serve-calls.ts', environment))
  await program.writes('serves calls')
  output = program.output
})
afterAll(() => closing.disposeAsync())

const cardPath = () => `/remote/api/public/e-card-by-alias/${alias}`

/** Whoever carries a cookie may be signed in, which only the database knows. */
async function lookSignedIn(): Promise<Response> {
  return fetch(`${url}${cardPath()}`, { headers: { cookie: `__Host-session=${randomBytes(32).toString('base64url')}` } })
}

async function aProvedEntry(name: string) {
  const visitor = callerAt(url, { 'x-forwarded-for': from(name) })
  const challenge = await visitor.call('contacts.challenge', { query: { alias, action: reCaptchaAction } })
  return anEntry({ alias, name, reCaptchaAction, reCaptchaResponse: await solveCaptcha(challenge) })
}

const from = (name: string) => `10.0.0.${Number(name.replace(/\D/g, '')) % 256}`

async function leave(entry: ReturnType<typeof anEntry>) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from(entry.name) }
  const { status } = await fetch(`${url}/remote/api/public/connect-client`, { method: 'POST', headers, body: JSON.stringify(entry) })
  return { name: entry.name, status }
}

async function keptNames(): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from contact')
  await client.end()
  return new Set(rows.map(({ name }) => name))
}

test('when more wait than can be served, newcomers are told when to come, kept cards and health are given, and nothing acknowledged is lost', async () => {
  const entries = await Promise.all(Array.from({ length: 40 }, (_, place) => aProvedEntry(`Visitor ${place}`)))
  expect((await fetch(`${url}${cardPath()}`)).status).toBe(200)

  // Whoever needs the database waits for somebody who holds on to it.
  await using slow = await aHolder()
  const leaving = entries.map(leave)
  const looking = Array.from({ length: 2 * waitingMax }, lookSignedIn)
  const firstRefused = await Promise.any(
    looking.map(async (look) => {
      const answer = await look
      if (answer.status !== 503) throw new Error('It was let in.')
      return answer
    }),
  )
  expect(firstRefused.headers.get('retry-after')).toBe('1')
  expect(await firstRefused.json()).toMatchObject({ type: '/problems/unavailable', detail: expect.stringContaining('try again') })
  const page = await fetch(`${url}/maren/home`, {
    headers: { accept: 'text/html', 'accept-language': 'fr-CA', cookie: '__Host-session=x' },
  })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await page.text()).toContain('lang="fr-CA"')

  expect((await fetch(`${url}${cardPath()}`)).status).toBe(200)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const turnedAway = [...metrics.matchAll(/^carte_turned_away_total\{why="\w+"\} (\d+)$/gm)].map(([, many]) => Number(many))
  expect(turnedAway.reduce((sum, many) => sum + many, 0)).toBeGreaterThan(waitingMax / 2)
  expect(Number(/^carte_database_connections\{state="waited-for"\} (\d+)$/m.exec(metrics)?.[1])).toBeLessThanOrEqual(2 * waitingMax)

  await slow.letGo()
  const statuses = new Set((await Promise.all(looking)).map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual([200, 503])
  await expect.poll(async () => (await lookSignedIn()).status, { timeout: 5000 }).toBe(200)

  const left = await Promise.all(leaving)
  expect(left.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  const kept = await keptNames()
  expect(left.filter(({ name, status }) => status === 200 && !kept.has(name))).toEqual([])
  await expect.poll(output).toContain('"event":"crowd-over"')
  expect(output()).not.toContain('"event":"unexpected"')
})

/** Holds what sessions and contacts are kept in, as a statement that never ends would. */
async function aHolder() {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query('begin; lock table session, contact in access exclusive mode')
  let isHolding = true
  const letGo = async () => {
    if (!isHolding) return
    isHolding = false
    await client.query('rollback')
    await client.end()
  }
  return { letGo, [Symbol.asyncDispose]: letGo }
}
