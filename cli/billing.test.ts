import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Settings } from '#server/settings.ts'
import { anInstallation } from '../tests/harness/an-installation.ts'
import { runCommand } from '../tests/harness/run-command.ts'

const installation = await anInstallation()
afterAll(() => installation[Symbol.asyncDispose]())
const { database, current } = installation
const now = new Date('2026-03-31T12:00:00Z')

const carte = (words: string, more: Partial<Settings> = {}) =>
  runCommand(words.split(' '), { settings: { ...current.settings, ...more }, now: () => now, columns: 120 })

test('SUB-3 ACCOUNT-5 paying, refunding, canceling and extending a plan is audited', async () => {
  await carte('cards create erik --name Erik')
  expect((await carte('billing show erik')).output).toMatch(/plan +FREE/)
  const paid = await carte('billing paid erik --amount 14,90')
  expect([paid.code, paid.output]).toEqual([0, expect.stringMatching(/plan +PRO[^]*state +paid[^]*paid until +2026-04-30/)])
  expect((await carte('billing show erik')).output).toMatch(/2026-000001 +2026-03-31 +paid +USD 14\.90/)
  expect((await carte('billing refund erik 2026-000001 --amount 4.90')).code).toBe(0)
  expect((await carte('billing show erik')).output).toMatch(/USD 14\.90 +USD 4\.90/)
  expect((await carte('billing cancel erik')).output).toMatch(/ends +2026-04-30/)
  expect((await carte('billing extend erik 3')).output).toMatch(/ends +2026-05-03/)
  expect((await carte('billing failed erik')).output).toMatch(/payment not processed/)
  expect((await carte('billing card erik expired')).code).toBe(0)
  expect((await carte('billing end erik')).output).toMatch(/state +expired/)
  const { output } = await carte('audit erik --json')
  const acts = (JSON.parse(output) as { act: string }[]).map(({ act }) => act)
  expect(acts.filter((act) => act.startsWith('billing.')).sort()).toEqual(
    ['pay', 'refund', 'cancel', 'extend', 'fail', 'card-expired', 'end'].map((act) => `billing.${act}`).sort(),
  )
  expect((await carte('billing check')).output).toContain('You collect the payments.')
})

test('setting a paid plan ends an open checkout; setting FREE leaves it open', async () => {
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
  ['billing paid unknown', 1, 'Card not found.'],
  ['billing paid erik --plan GOLD', 2, 'offer: '],
  ['billing paid erik --amount free', 2, 'Enter an amount such as 15 or 14.90.'],
  ['billing extend erik soon', 2, 'days: '],
  ['billing resume erik', 1, 'This action isn’t possible'],
  ['billing refund erik 2026-999999', 1, 'erik has no receipt 2026-999999'],
  ['billing card erik lost', 2, 'good, expired, none'],
])('%s fails with an explanation', async (words, code, answer) => {
  const refused = await carte(words)
  expect(refused).toMatchObject({ code, output: '' })
  expect(refused.notes).toContain(answer)
})

test('without plans no list shows them, and each billing command says so', async () => {
  await carte('cards create vera --name Vera')
  const off = { plans: false }
  expect((await carte('cards list', off)).output).not.toMatch(/PLAN|FREE|PRO/)
  expect((await carte('cards show vera', off)).output).not.toMatch(/^plan/m)
  const commands = [
    'billing show vera',
    'billing check',
    'billing paid vera',
    'billing trial vera',
    'billing free vera',
    'cards plan vera PRO',
  ]
  for (const words of commands)
    expect(await carte(words, off), words).toEqual({
      code: 1,
      output: '',
      notes: 'This installation has no plans. Every card has everything.',
    })
})
