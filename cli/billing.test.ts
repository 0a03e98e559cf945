import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { aDatabase, type TestDatabase } from '../tests/harness/database.ts'
import { silentLog } from '../tests/harness/silent-log.ts'
import { openHouse } from './open-house.ts'
import { runCarte } from './run-carte.ts'

let folder: string
let made: TestDatabase
let database: Database
let settings: Settings
const now = new Date('2026-03-31T12:00:00Z')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-billing-'))
  made = await aDatabase()
  settings = readSettings({ DATABASE_URL: made.url, DATA_DIR: folder })
  database = await openDatabase(settings, silentLog)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await made[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function carte(words: string) {
  const said: string[] = []
  const noted: string[] = []
  await using house = openHouse({
    settings,
    terminal: { say: (line) => said.push(line), note: (line) => noted.push(line), columns: 120 },
    clock: { now: () => now },
    productVersion: '0.1.0',
    signal: new AbortController().signal,
  })
  const code = await runCarte(words.split(' '), house)
  return { code, said: said.join('\n'), noted: noted.join('\n') }
}

test('SUB-3 ACCOUNT-5 a plan is paid, given back, cancelled, extended and ended on the command line, and each is written down', async () => {
  await carte('cards create erik --name Erik')
  expect((await carte('billing show erik')).said).toMatch(/plan +FREE/)
  const paid = await carte('billing paid erik --amount 14,90')
  expect([paid.code, paid.said]).toEqual([0, expect.stringMatching(/plan +PRO[^]*state +paid[^]*paid until +2026-04-30/)])
  expect((await carte('billing show erik')).said).toMatch(/2026-000001 +2026-03-31 +paid +USD 14\.90/)
  expect((await carte('billing refund erik 2026-000001 --amount 4.90')).code).toBe(0)
  expect((await carte('billing show erik')).said).toMatch(/USD 14\.90 +USD 4\.90/)
  expect((await carte('billing cancel erik')).said).toMatch(/ends +2026-04-30/)
  expect((await carte('billing extend erik 3')).said).toMatch(/ends +2026-05-03/)
  expect((await carte('billing failed erik')).said).toMatch(/payment not processed/)
  expect((await carte('billing card erik expired')).code).toBe(0)
  expect((await carte('billing end erik')).said).toMatch(/state +expired/)
  const { said } = await carte('audit erik --json')
  const acts = (JSON.parse(said) as { act: string }[]).map(({ act }) => act)
  expect(acts.filter((act) => act.startsWith('billing.')).sort()).toEqual(
    ['pay', 'refund', 'cancel', 'extend', 'fail', 'card-expired', 'end'].map((act) => `billing.${act}`).sort(),
  )
  expect((await carte('billing check')).said).toContain('Whoever runs this installation takes the money')
})

test('a plan that is given closes the page where it would be paid besides; one that gives nothing leaves it', async () => {
  for (const [alias, plan] of [
    ['given', 'PRO'],
    ['tried', 'TRIAL'],
    ['bare', 'FREE'],
  ]) {
    await carte(`cards create ${alias} --name X`)
    await database.db.execute(sql`
      insert into billing_order (subject_id, id, plan_code, provider, state, checkout_id, created_at)
      select subject_id, gen_random_uuid(), 'PRO', 'stripe', 'open', ${`page-${alias}`}, now() from alias where name = ${alias}`)
    expect((await carte(`cards plan ${alias} ${plan}`)).code).toBe(0)
  }
  const { rows: left } = await database.db.execute(sql`select checkout_id from billing_order where state = 'open'`)
  const { rows: ended } = await database.db.execute(sql`select checkout_id from checkout_to_end order by checkout_id`)
  expect([left, ended]).toEqual([[{ checkout_id: 'page-bare' }], [{ checkout_id: 'page-given' }, { checkout_id: 'page-tried' }]])
})

test.each([
  ['billing paid nobody', 1, 'Card not found.'],
  ['billing paid erik --plan GOLD', 2, 'offer: '],
  ['billing paid erik --amount free', 2, 'Enter an amount such as 15 or 14.90.'],
  ['billing extend erik soon', 2, 'days: '],
  ['billing resume erik', 1, 'that cannot be noted'],
  ['billing refund erik 2026-999999', 1, 'erik has no receipt 2026-999999'],
  ['billing card erik lost', 2, 'good, expired, none'],
])('%s is refused in words', async (words, code, answer) => {
  const refused = await carte(words)
  expect(refused).toMatchObject({ code, said: '' })
  expect(refused.noted).toContain(answer)
})
