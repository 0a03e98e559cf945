import { tmpdir } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { renderUnicodeCompact } from 'uqr'
import { aDatabase, type TestDatabase } from '../tests/harness/database.ts'
import { checkSetupCode } from '#server/accounts/sign-up/make-setup-link.ts'
import { recordBackupRun } from '#server/backup/runs.ts'
import { createCard } from '#server/cards/owned/create-card.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { openDatabase, type Database } from './database/database.ts'
import { readSettings } from './settings.ts'
import { readyText, reportReady } from './report-ready.ts'

let stored: TestDatabase
let database: Database
beforeAll(async () => {
  stored = await aDatabase()
  database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
})
afterEach(() => database.db.execute(sql`delete from account`))
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await stored[Symbol.asyncDispose]()
})

async function textFor(env: NodeJS.ProcessEnv) {
  const report = await reportReady(readSettings(env), database.db, { isText: true, interfaces: () => ({ eth0: [wired] }) })
  return stripVTControlCharacters(readyText(report))
}
const wired = { address: '192.168.1.23', family: 'IPv4', internal: false, netmask: '', mac: '', cidr: null } as const

test('the report names the address and where mail goes', async () => {
  const text = await textFor({ DATA_DIR: './data' })
  expect(text).toMatch(/^\n✓ Carte is ready at http:\/\/localhost:3000 \(\d+\.\d s\)\n/)
  expect(text).toContain('written to data/outbox (set SMTP_URL to send it)')
})

test('demo cards are named until there is an administrator, then the admin pages', async () => {
  await database.db.transaction((tx) => createCard(tx, { alias: 'maren', isDemo: true, firstName: 'Maren' }, new Date()))
  const before = await textFor({})
  expect(before).toMatch(/Demo cards +http:\/\/localhost:3000\/maren\n/)
  expect(before).not.toContain('/admin')
  await database.db.execute(sql`insert into account (id, email, is_operator) values (gen_random_uuid(), 'admin@example.com', true)`)
  const after = await textFor({})
  expect(after).not.toContain('Demo cards')
  expect(after).toContain('http://localhost:3000/admin')
})

test('the last backup is named, and how to make them automatically', async () => {
  expect(await textFor({})).toContain('none yet (set BACKUP_TO to make them automatically)')
  const endedAt = new Date('2026-11-28T03:10:00Z')
  await recordBackupRun(database.db, { file: 'a.backup', bytes: 1, startedAt: endedAt, endedAt })
  expect(await textFor({ BACKUP_TO: tmpdir() })).toContain(`last one 2026-11-28 03:10 UTC; the next ones go to ${tmpdir()}`)
})

test('after setup, the report names plans without payments, and where people sign up', async () => {
  const line = 'Plans are on without payments: PLANS=off gives every card everything'
  expect(await textFor({})).not.toMatch(/plans|Create a card/i)
  await database.db.execute(sql`insert into account (id, email, is_operator) values (gen_random_uuid(), 'admin@example.com', true)`)
  expect(await textFor({})).toContain(line)
  expect(await textFor({})).toContain('Create a card: http://localhost:3000/account/sign-up')
  expect(await textFor({ SIGN_UP: 'off' })).not.toContain('Create a card')
  expect(await textFor({ PLANS: 'off' })).not.toMatch(/plans/i)
  expect(await textFor({ STRIPE_SECRET_KEY: 'sk_test_k3w9q2v7', STRIPE_WEBHOOK_SECRET: 'whsec_k3w9q2v7' })).not.toContain(line)
})

const printed = /Set up +(http\S+\/setup#[A-Z]{4}(?:-[A-Z]{4}){3}) \(once, within 60 minutes\)\n/
const isUsable = (link = '') =>
  checkSetupCode({ db: database.db, clock: systemClock }, link).then(
    () => true,
    () => false,
  )

test('each start prints a new setup link until there is an admin, for any SIGN_UP', async () => {
  const open = await textFor({})
  const closed = await textFor({ SIGN_UP: 'off' })
  const [first, second] = [open, closed].map((text) => printed.exec(text)?.[1])
  expect(second).toMatch(/^http:\/\/localhost:3000\/setup#/)
  expect([await isUsable(first), await isUsable(second)]).toEqual([false, true])
  await database.db.execute(sql`insert into account (id, email, is_operator) values (gen_random_uuid(), 'admin@example.com', true)`)
  expect(await textFor({})).not.toContain('/setup')
})

test('once someone has logged in, a start prints no link, and names the command', async () => {
  await database.db.execute(sql`insert into account (id, email) values (gen_random_uuid(), 'owner@example.com')`)
  expect(await textFor({})).toMatch(printed)
  await database.db.execute(sql`update account set email_verified_at = now()`)
  const text = await textFor({})
  expect(text).not.toContain('/setup#')
  expect(text).toContain('npm run carte -- setup-link')
})

test('a logged report names the command for a setup link, has none, and ends none', async () => {
  const link = printed.exec(await textFor({}))?.[1]
  const report = async () => JSON.stringify(await reportReady(readSettings({}), database.db, { isText: false }))
  expect(await report()).toContain('npm run carte -- setup-link')
  expect(await report()).not.toMatch(/[A-Z]{4}-[A-Z]{4}/)
  expect(await isUsable(link)).toBe(true)
  await database.db.execute(sql`insert into account (id, email, is_operator) values (gen_random_uuid(), 'admin@example.com', true)`)
  expect(await report()).not.toContain('setup-link')
})

test('the mail server is named without its password', async () => {
  const text = await textFor({ SMTP_URL: 'smtps://ann:k3-w9-q@mail.example.com' })
  expect(text).toContain('sent by mail.example.com')
  expect(text).not.toContain('k3-w9-q')
})

test('a code for phones is there only if they can reach the address', async () => {
  const code = /[█▀▄]{20}/
  expect(await textFor({ HOST: '0.0.0.0', PORT: '3210' })).toMatch(/http:\/\/192\.168\.1\.23:3210 \(in the same network\)/)
  expect(await textFor({ HOST: '0.0.0.0' })).toMatch(code)
  const here = await textFor({})
  expect(here).not.toMatch(code)
  expect(here).toContain('set HOST=0.0.0.0 and PUBLIC_URL=http://192.168.1.23:3000, then start again\n')
})

test('the setup link is a code for phones where they can log in', async () => {
  const codeOf = (address: string) => renderUnicodeCompact(address, { border: 2 })
  const textAt = async (env: NodeJS.ProcessEnv) => {
    const text = await textFor(env)
    return { text, link: printed.exec(text)?.[1] ?? '' }
  }
  for (const publicUrl of ['http://cards.test', 'https://cards.example.com']) {
    const { text, link } = await textAt({ PUBLIC_URL: publicUrl, HOST: '127.0.0.1' })
    expect(text).toContain(codeOf(link))
  }
  const { text, link } = await textAt({ HOST: '0.0.0.0' })
  expect(text).toContain(codeOf('http://192.168.1.23:3000'))
  expect(text).not.toContain(codeOf(link))
})
