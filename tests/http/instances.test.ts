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
import { silentLog } from '../harness/silent-log.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aWire, type Wire } from '../harness/wire.ts'

/** Two servers on one database: what one does, the other knows. */
let here: TestApp
let there: TestApp
let wire: Wire
let laterMs = 0
beforeAll(async () => {
  here = await anApp()
  wire = await aWire(here.settings.databaseUrl ?? '')
  const { dataDir, publicUrl } = here.settings
  there = await anApp({ settings: { databaseUrl: wire.url, dataDir, publicUrl }, nowMs: () => performance.now() + laterMs })
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const pathOf = (alias: string) => `/remote/api/public/e-card-by-alias/${alias}`
async function titleAt(app: TestApp, alias: string): Promise<string> {
  return ((await (await app.ask(pathOf(alias))).json()) as { carte: { title: string } }).carte.title
}
const hears = (app: TestApp, change: string) =>
  new Promise((resolve) => {
    const stop = app.needs.changes.on((told) => told === change && resolve(stop()))
  })

test('an edit on one is seen on the other as soon as it hears of it', async () => {
  const card = await aCard(here.needs)
  for (const title of ['first', 'second', 'third']) {
    const [from, to] = title === 'second' ? [there, here] : [here, there]
    await titleAt(to, card.alias)
    const heard = hears(to, `card:${card.id}`)
    await changeCard(from.needs, card.id, { title })
    await heard
    expect(await titleAt(to, card.alias)).toBe(title)
  }
})

test('who signed in on one is signed in on the other, and who was signed out is out on both', async () => {
  const card = await aCard(here.needs)
  const owner = await signedIn(here, card.id)
  const elsewhere = () => there.ask('/bff/user', { headers: { cookie: owner.cookie, 'x-csrf': '1' } })
  expect((await elsewhere()).status).toBe(200)
  const out = await there.ask(`/bff/logout?sid=${owner.sessionId}`, { headers: { cookie: owner.cookie } })
  expect(out.status).toBe(302)
  expect((await owner.ask('/bff/user', { headers: { 'x-csrf': '1' } })).status).toBe((await elsewhere()).status)
  expect((await elsewhere()).status).not.toBe(200)
})

test('a puzzle of one is taken by the other, once on both', async () => {
  const challenge = await here.needs.captcha.challenge({ alias: 'ada', action: 'contact' })
  const given = { token: await solveCaptcha(challenge), alias: 'ada', action: 'contact' }
  expect(await there.needs.captcha.verify(given)).toEqual({ ok: true, isProved: true })
  expect(await here.needs.captcha.verify(given)).toEqual({ ok: false, reason: 'used' })
})

test('of two that verify one solution at the same moment, one takes it', async () => {
  const challenge = await there.needs.captcha.challenge({ alias: 'ben', action: 'contact' })
  const given = { token: await solveCaptcha(challenge), alias: 'ben', action: 'contact' }
  const verdicts = await Promise.all([here, there, here, there].map((app) => app.needs.captcha.verify(given)))
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
})

test('the sealed moment of a form without script is good at the other, once', async () => {
  const { seal } = await here.needs.captcha.seal('ada')
  const given = { token: seal, alias: 'ada', action: '' }
  const now = () => new Date(Date.now() + 5000)
  const verdicts = []
  for (const app of [there, here]) verdicts.push(await createCaptcha({ ...app.needs, clock: { now } }).verify(given))
  expect(verdicts).toEqual([
    { ok: true, isProved: false },
    { ok: false, reason: 'used' },
  ])
})

test('what one gave a device to sign is taken by the other, once on both', async () => {
  const { challenge, cookie } = await newChallenge(here.needs)
  const request = new Request(here.settings.publicUrl, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  const taken = []
  for (const app of [there, here]) taken.push(await isOwnChallenge(app.needs, request, challenge.toString('base64url')))
  expect(taken).toEqual([true, false])
})

test('who was refused too many sign-ins by one is refused by the other', async () => {
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

test('a start that fails half-way leaves nothing open', async () => {
  await using stored = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-half-'))
  await writeFile(join(dataDir, 'pictures'), 'where a folder should be')
  const settings = { ...here.settings, databaseUrl: stored.url, dataDir }
  await expect(createApp(settings, { log: silentLog, pages: false, works: false })).rejects.toThrow(/EEXIST|ENOTDIR/)
  await rm(dataDir, { recursive: true })
  const open = () => here.needs.pool.query('select 1 from pg_stat_activity where datname = $1', [new URL(stored.url).pathname.slice(1)])
  await eventually(async () => expect((await open()).rowCount).toBe(0))
})

test('where a notice is lost without a word, nothing is older than a minute', async () => {
  const card = await aCard(here.needs)
  const heard = hears(there, `card:${card.id}`)
  await changeCard(here.needs, card.id, { title: 'before' })
  await heard
  expect(await titleAt(there, card.alias)).toBe('before')
  wire.freeze('carte-changes')
  await changeCard(here.needs, card.id, { title: 'after' })
  expect(await titleAt(there, card.alias)).toBe('before')
  laterMs = 60_001
  expect(await titleAt(there, card.alias)).toBe('after')
})
