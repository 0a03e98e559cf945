import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { anApp, type TestApp } from '../harness/app.ts'
import { isCluster } from '../harness/database.ts'
import { runSql } from '../harness/run-sql.ts'
import { retryJobs } from '../harness/retry-jobs.ts'
import { mailServerStandIn, type MailServerStandIn } from '../stand-ins/mail-server.ts'
import { aCardWithForm } from './a-card-with-form.ts'

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
  const { rows } = await app.deps.db.execute<{ state: string }>(sql`select state::text as state from jobs.job where name = ${name}`)
  return rows.map(({ state }) => state)
}

test('without workers a contact is saved and visible; its jobs run later', async () => {
  const card = await aCardWithForm(app)
  expect((await card.submitContact()).status).toBe(200)
  expect(await card.left()).toEqual(['Tobias'])
  expect(mails.received).toEqual([])
  expect(await metric(/^carte_jobs\{job="contacts\.mail",state="waiting"\} (\d+)$/m)).toBe(1)

  await app.deps.jobs.settle()
  expect(mails.received.map(({ to }) => to)).toEqual([[card.owner.email]])
})

test('with the mail server down a contact is saved, and its email sent once later', async () => {
  const card = await aCardWithForm(app)
  mails.mood = 'cut-off'
  expect((await card.submitContact()).status).toBe(200)
  await app.deps.jobs.settle()
  expect(await card.left()).toEqual(['Tobias'])
  expect(await states('contacts.mail')).toContain('retry')

  mails.mood = 'good'
  await retryJobs(app.deps)
  expect(mails.received.map(({ to }) => to)).toEqual([[card.owner.email]])
  expect(await states('contacts.mail')).not.toContain('retry')
})

// A cluster has no triggers.
test.skipIf(isCluster())('if visits cannot be counted, cards are shown and contacts saved', async () => {
  const card = await aCardWithForm(app)
  await app.deps.db.execute(sql`create function lose_count() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`)
  await app.deps.db.execute(sql`create trigger lost before insert on visit_day execute function lose_count()`)
  const tracked = await app.ask('/remote/api/public/track', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Linux; Android 16; Pixel 10)' },
    body: JSON.stringify({ alias: card.alias, events: [{ name: 'page_view', params: { page_name: 'home' } }] }),
  })
  expect(tracked.status).toBeGreaterThanOrEqual(500)
  expect((await card.show()).status).toBe(200)
  expect((await card.submitContact()).status).toBe(200)
  await app.deps.db.execute(sql`drop trigger lost on visit_day`)
})

test('/metrics works without the database, and omits values it cannot read', async () => {
  await using lonely = await anApp()
  const name = new URL(lonely.settings.databaseUrl ?? '').pathname.slice(1)
  const { server } = inject('postgres')
  await runSql(server, `alter database ${name} with allow_connections false`)
  await runSql(server, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  const text = await (await lonely.ask('/metrics')).text()
  await runSql(server, `alter database ${name} with allow_connections true`)
  expect(text).toMatch(/^carte_database_up 0$/m)
  expect(text).toMatch(/^carte_disk_free_bytes [1-9]\d*$/m)
  expect(text).not.toContain('carte_backup_age_seconds')
})
