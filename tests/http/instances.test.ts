import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { isOwnChallenge, newChallenge } from '#server/accounts/passkeys/passkey-challenge.ts'
import { createApp } from '#server/app.ts'
import { createCaptcha } from '#server/integrations/captcha.ts'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts'

/** Two servers on one database, which notify each other. */
let here: TestApp
let there: TestApp
let proxy: DatabaseProxy
let offsetMs = 0
beforeAll(async () => {
  here = await anApp()
  proxy = await aDatabaseProxy(here.settings.databaseUrl ?? '')
  const { dataDir, publicUrl } = here.settings
  there = await anApp({
    settings: { databaseUrl: here.settings.databaseUrl, databaseDirectUrl: proxy.url, dataDir, publicUrl },
    nowMs: () => performance.now() + offsetMs,
  })
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const pathOf = (alias: string) => `/remote/api/public/e-card-by-alias/${alias}`
async function titleAt(app: TestApp, alias: string): Promise<string> {
  return ((await (await app.ask(pathOf(alias))).json()) as { carte: { title: string } }).carte.title
}
const notified = (app: TestApp, change: string) =>
  new Promise((resolve) => {
    const stop = app.deps.changes.on((published) => published === change && resolve(stop()))
  })

test('an edit on one shows on the other once it is notified', async () => {
  const card = await aCard(here.deps)
  for (const title of ['first', 'second', 'third']) {
    const [from, to] = title === 'second' ? [there, here] : [here, there]
    await titleAt(to, card.alias)
    const notification = notified(to, `card:${card.id}`)
    await changeCard(from.deps, card.id, { title })
    await notification
    expect(await titleAt(to, card.alias)).toBe(title)
  }
})

test('a session works on both, and ends on both', async () => {
  const card = await aCard(here.deps)
  const owner = await signedIn(here, card.id)
  const elsewhere = () => there.ask('/bff/user', { headers: { cookie: owner.cookie, 'x-csrf': '1' } })
  expect((await elsewhere()).status).toBe(200)
  const out = await there.ask(`/bff/logout?sid=${owner.sessionId}`, { headers: { cookie: owner.cookie } })
  expect(out.status).toBe(302)
  expect((await owner.ask('/bff/user', { headers: { 'x-csrf': '1' } })).status).toBe((await elsewhere()).status)
  expect((await elsewhere()).status).not.toBe(200)
})

test('a captcha puzzle of one is accepted by the other, once', async () => {
  const challenge = await here.deps.captcha.challenge({ alias: 'ada', action: 'contact' })
  const solution = { token: await solveCaptcha(challenge), alias: 'ada', action: 'contact' }
  expect(await there.deps.captcha.verify(solution)).toEqual({ ok: true, isProved: true })
  expect(await here.deps.captcha.verify(solution)).toEqual({ ok: false, reason: 'used' })
})

test('of two concurrent verifications of one solution, one succeeds', async () => {
  const challenge = await there.deps.captcha.challenge({ alias: 'ben', action: 'contact' })
  const solution = { token: await solveCaptcha(challenge), alias: 'ben', action: 'contact' }
  const verdicts = await Promise.all([here, there, here, there].map((app) => app.deps.captcha.verify(solution)))
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
})

test('the sealed time of a form without script is valid at the other, once', async () => {
  const { seal } = await here.deps.captcha.seal('ada')
  const solution = { token: seal, alias: 'ada', action: '' }
  const now = () => new Date(Date.now() + 5000)
  const verdicts = []
  for (const app of [there, here]) verdicts.push(await createCaptcha({ ...app.deps, clock: { now } }).verify(solution))
  expect(verdicts).toEqual([
    { ok: true, isProved: false },
    { ok: false, reason: 'used' },
  ])
})

test('a passkey challenge of one is accepted by the other, once', async () => {
  const { challenge, cookie } = await newChallenge(here.deps)
  const request = new Request(here.settings.publicUrl, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  const taken = []
  for (const app of [there, here]) taken.push(await isOwnChallenge(app.deps, request, challenge.toString('base64url')))
  expect(taken).toEqual([true, false])
})

test('a client rate limited by one is limited by the other', async () => {
  const guess = (app: TestApp) =>
    app.ask('/bff/sign-in', {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'application/json', origin: app.settings.publicUrl },
      body: JSON.stringify({ email: 'guessed@example.com', password: 'not the password' }),
    })
  const statuses: number[] = []
  for (let time = 0; time < 8; time++) statuses.push((await guess(time % 2 ? here : there)).status)
  expect(statuses.slice(5)).toEqual([429, 429, 429])
  expect(statuses.slice(0, 5)).not.toContain(429)
})

test('a failed start leaves nothing open', async () => {
  await using stored = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-half-'))
  await writeFile(join(dataDir, 'pictures'), 'where a folder should be')
  const settings = { ...here.settings, databaseUrl: stored.url, dataDir }
  await expect(createApp(settings, { log: silentLog, pages: false, works: false })).rejects.toThrow(/EEXIST|ENOTDIR/)
  await rm(dataDir, { recursive: true })
  // Citus has connections of its own.
  const connections = `select 1 from pg_stat_activity where datname = $1 and backend_type = 'client backend' and application_name not like 'citus%'`
  const open = () => here.deps.pool.query(connections, [new URL(stored.url).pathname.slice(1)])
  await eventually(async () => expect((await open()).rowCount).toBe(0))
})

test('while notifications don’t arrive, no answer is older than a minute', async () => {
  const card = await aCard(here.deps)
  const notification = notified(there, `card:${card.id}`)
  await changeCard(here.deps, card.id, { title: 'before' })
  await notification
  expect(await titleAt(there, card.alias)).toBe('before')
  proxy.cut()
  await eventually(() => expect(there.deps.changes.isListening()).toBe(false))
  await changeCard(here.deps, card.id, { title: 'after' })
  expect(await titleAt(there, card.alias)).toBe('before')
  offsetMs = 60_001
  expect(await titleAt(there, card.alias)).toBe('after')
  proxy.restore()
})
