import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { anApp, type TestApp } from '../harness/app.ts'
import { tell } from '../harness/tell.ts'
import { tryAgain } from '../harness/try-again.ts'
import { mailServerStandIn, type MailServerStandIn } from '../stand-ins/mail-server.ts'
import { aCardToPress } from './a-card-to-press.ts'

let mails: MailServerStandIn
let app: TestApp
beforeAll(async () => {
  mails = await mailServerStandIn()
  app = await anApp({ settings: { captchaCost: 1, smtpUrl: `smtp://127.0.0.1:${mails.port}` } })
})
beforeEach(() => {
  mails.mood = 'good'
  mails.received.length = 0
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
})

const metric = async (line: RegExp) => Number(line.exec(await (await app.ask('/metrics')).text())?.[1])
const states = async (name: string) => {
  const { rows } = await app.needs.db.execute<{ state: string }>(sql`select state::text as state from jobs.job where name = ${name}`)
  return rows.map(({ state }) => state)
}

test('while nobody does the jobs a contact is kept and its owner sees it; what follows from it waits, is counted, and is done later', async () => {
  const card = await aCardToPress(app)
  expect((await card.leave()).status).toBe(200)
  expect(await card.left()).toEqual(['Tobias'])
  expect(mails.received).toEqual([])
  expect(await metric(/^carte_jobs\{job="contacts\.mail",state="waiting"\} (\d+)$/m)).toBe(1)

  await app.needs.jobs.settle()
  expect(mails.received.map(({ to }) => to)).toEqual([[card.owner.email]])
})

test('a mail server that is away costs neither the contact nor the mail: it is tried again, and comes once', async () => {
  const card = await aCardToPress(app)
  mails.mood = 'cut-off'
  expect((await card.leave()).status).toBe(200)
  await app.needs.jobs.settle()
  expect(await card.left()).toEqual(['Tobias'])
  expect(await states('contacts.mail')).toContain('retry')

  mails.mood = 'good'
  await tryAgain(app.needs)
  expect(mails.received.map(({ to }) => to)).toEqual([[card.owner.email]])
  expect(await states('contacts.mail')).not.toContain('retry')
})

test('where visits cannot be counted, cards are shown and contacts are kept all the same', async () => {
  const card = await aCardToPress(app)
  await app.needs.db.execute(sql`create function lose_count() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`)
  await app.needs.db.execute(sql`create trigger lost before insert on visit_day execute function lose_count()`)
  const told = await app.ask('/remote/api/public/track', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Linux; Android 16; Pixel 10)' },
    body: JSON.stringify({ alias: card.alias, events: [{ name: 'page_view', params: { page_name: 'home' } }] }),
  })
  expect(told.status).toBeGreaterThanOrEqual(500)
  expect((await card.show()).status).toBe(200)
  expect((await card.leave()).status).toBe(200)
  await app.needs.db.execute(sql`drop trigger lost on visit_day`)
})

test('/metrics answers while the database does not, says so, and leaves out what it would have to guess', async () => {
  await using lonely = await anApp()
  const name = new URL(lonely.settings.databaseUrl ?? '').pathname.slice(1)
  const { server } = inject('postgres')
  await tell(server, `alter database ${name} with allow_connections false`)
  await tell(server, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  const text = await (await lonely.ask('/metrics')).text()
  await tell(server, `alter database ${name} with allow_connections true`)
  expect(text).toMatch(/^carte_database_up 0$/m)
  expect(text).toMatch(/^carte_disk_free_bytes [1-9]\d*$/m)
  expect(text).not.toContain('carte_backup_age_seconds')
})
