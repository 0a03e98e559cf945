import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { anApp, type TestApp } from '../harness/app.ts'
import { isCluster } from '../harness/database.ts'
import { runSql } from '../harness/run-sql.ts'
import { aCardWithForm } from './a-card-with-form.ts'
import { eventually, patienceMs } from '../harness/eventually.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp({ settings: { captchaCost: 1 } })
})
afterEach(() => switchWrites('on'))
afterAll(() => app[Symbol.asyncDispose]())

const refusedInWords = { success: 0, message: expect.stringMatching(/^Nothing can be saved right now, .+ Try again/) }

/** Makes the database read-only, as an administrator or a wrong failover does. */
async function switchWrites(writes: 'on' | 'off') {
  const name = new URL(app.settings.databaseUrl ?? '').pathname.slice(1)
  const { server } = inject('postgres')
  await runSql(server, `alter database ${name} set default_transaction_read_only = ${writes === 'on' ? 'off' : 'on'}`)
  // A terminated connection is noticed on its next use, and one that was just opening may have missed the switch.
  const { pool } = app.deps
  const how = `select current_setting('default_transaction_read_only') as "readOnly", pg_sleep(0.02)`
  const ends = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`
  const switched = async () => {
    await runSql(server, ends)
    const results = await Promise.allSettled(Array.from({ length: pool.options.max ?? 10 }, () => pool.query<{ readOnly: string }>(how)))
    const again = await Promise.allSettled(results.map(() => pool.query<{ readOnly: string }>(how)))
    return again.every((one) => one.status === 'fulfilled' && one.value.rows[0]?.readOnly === (writes === 'on' ? 'off' : 'on'))
  }
  await eventually(async () => expect(await switched()).toBe(true))
  const state = writes === 'on' ? 'ready\n' : 'ready to show cards; the database is read-only\n'
  await eventually(async () => expect(await (await app.ask('/readyz')).text()).toBe(state))
}

test('with a read-only database cards are shown and writes fail with an explanation', async () => {
  const card = await aCardWithForm(app)
  const others = await Promise.all(Array.from({ length: 10 }, () => aCardWithForm(app)))
  const proofs = await Promise.all(others.map((other) => other.proof()))
  await switchWrites('off')

  expect((await card.show()).status).toBe(200)
  // A connection that was terminated before the switch may answer first, as an unavailable database. Each time with another card:
  // one card takes five submissions a minute.
  const answers: unknown[] = []
  const submit = async () => {
    const at = answers.length % others.length
    const answer = await others[at]?.submitContact(proofs[at])
    answers.push({ status: answer?.status, wait: answer?.headers.get('retry-after'), body: await answer?.json() })
    return answers
  }
  const refused = { status: 503, wait: '5', body: expect.objectContaining(refusedInWords) }
  await vi.waitFor(async () => expect(await submit()).toContainEqual(refused), { timeout: patienceMs, interval: 1000 })
  for (const other of others) expect(await other.left()).toEqual([])
  expect((await app.ask('/readyz')).status).toBe(200)
  expect(await (await app.ask('/metrics')).text()).toMatch(/^carte_database_writable 0$/m)

  await switchWrites('on')
  expect((await card.submitContact()).status).toBe(200)
  expect(await card.left()).toEqual(['Tobias'])
  expect(await (await app.ask('/metrics')).text()).toMatch(/^carte_database_writable 1$/m)
})

test('an idle session continues while nothing can be saved', async () => {
  const { owner } = await aCardWithForm(app)
  await app.deps.db.execute(sql`update session set seen_at = seen_at - interval '1 day'`)
  await switchWrites('off')
  expect(await owner.call('accounts.user')).toContainEqual(expect.objectContaining({ type: 'sid' }))
  await switchWrites('on')
})

// A cluster has no triggers.
test.skipIf(isCluster())('a full disk gives the same error, and writes work again once there is space', async () => {
  const card = await aCardWithForm(app)
  // PostgreSQL’s own error code, thrown where a contact is inserted.
  await app.deps.db.execute(sql`create function fill_up() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
  await app.deps.db.execute(sql`create trigger full_disk before insert on contact execute function fill_up()`)

  const refused = await card.submitContact()
  expect([refused.status, await refused.json()]).toMatchObject([503, refusedInWords])
  expect((await card.show()).status).toBe(200)

  await app.deps.db.execute(sql`drop trigger full_disk on contact`)
  const taken = await card.submitContact()
  expect([taken.status, await taken.text()]).toEqual([200, expect.anything()])
  expect(await card.left()).toEqual(['Tobias'])
})
