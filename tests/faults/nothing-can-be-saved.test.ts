import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { anApp, type TestApp } from '../harness/app.ts'
import { tell } from '../harness/tell.ts'
import { aCardToPress } from './a-card-to-press.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp({ settings: { captchaCost: 1 } })
})
afterEach(() => switchWrites('on'))
afterAll(() => app[Symbol.asyncDispose]())

const refusedInWords = { success: 0, message: expect.stringMatching(/^Nothing can be saved just now; .+ Try again/) }

/** As whoever runs the database does it, or as it is after the wrong server was made the primary. */
async function switchWrites(writes: 'on' | 'off') {
  const name = new URL(app.settings.databaseUrl ?? '').pathname.slice(1)
  const { server } = inject('postgres')
  await tell(server, `alter database ${name} set default_transaction_read_only = ${writes === 'on' ? 'off' : 'on'}`)
  // A connection learns that it was ended when it is next used, or a moment before; one that was just opening may have missed the switch.
  const { pool } = app.needs
  const how = `select current_setting('default_transaction_read_only') as "readOnly", pg_sleep(0.02)`
  const ends = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`
  const switched = async () => {
    await tell(server, ends)
    const asked = await Promise.allSettled(Array.from({ length: pool.options.max ?? 10 }, () => pool.query<{ readOnly: string }>(how)))
    const again = await Promise.allSettled(asked.map(() => pool.query<{ readOnly: string }>(how)))
    return again.every((one) => one.status === 'fulfilled' && one.value.rows[0]?.readOnly === (writes === 'on' ? 'off' : 'on'))
  }
  await expect.poll(switched).toBe(true)
  const state = writes === 'on' ? 'ready\n' : 'ready to show cards; the database takes no writes\n'
  await expect.poll(async () => (await app.ask('/readyz')).text()).toBe(state)
}

test('a database that takes no writes: cards are shown, owners stay signed in, writes are refused in words; and then all is as before', async () => {
  const card = await aCardToPress(app)
  const others = await Promise.all(Array.from({ length: 10 }, () => aCardToPress(app)))
  const proofs = await Promise.all(others.map((other) => other.proof()))
  await switchWrites('off')

  expect((await card.show()).status).toBe(200)
  // A connection that was ended before the switch may still answer first, as a database that is away. Each time at another card:
  // one card takes five submissions a minute.
  const answers: unknown[] = []
  const submit = async () => {
    const at = answers.length % others.length
    const answer = await others[at]?.leave(proofs[at])
    answers.push({ status: answer?.status, wait: answer?.headers.get('retry-after'), said: await answer?.json() })
    return answers
  }
  const refused = { status: 503, wait: '5', said: expect.objectContaining(refusedInWords) }
  await expect.poll(submit, { interval: 1000 }).toContainEqual(refused)
  for (const other of others) expect(await other.left()).toEqual([])
  expect((await app.ask('/readyz')).status).toBe(200)
  expect(await (await app.ask('/metrics')).text()).toMatch(/^carte_database_writable 0$/m)

  await switchWrites('on')
  expect((await card.leave()).status).toBe(200)
  expect(await card.left()).toEqual(['Tobias'])
  expect(await (await app.ask('/metrics')).text()).toMatch(/^carte_database_writable 1$/m)
})

test('a session that was not seen for a while goes on while nothing can be saved', async () => {
  const { owner } = await aCardToPress(app)
  await app.needs.db.execute(sql`update session set seen_at = seen_at - interval '1 day'`)
  await switchWrites('off')
  expect(await owner.call('accounts.user')).toContainEqual(expect.objectContaining({ type: 'sid' }))
  await switchWrites('on')
})

test('a full disk refuses writes in the same words, and takes them again once there is room', async () => {
  const card = await aCardToPress(app)
  // PostgreSQL’s own code for it, said where a contact would be written.
  await app.needs.db.execute(sql`create function fill_up() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
  await app.needs.db.execute(sql`create trigger full_disk before insert on contact execute function fill_up()`)

  const refused = await card.leave()
  expect([refused.status, await refused.json()]).toMatchObject([503, refusedInWords])
  expect((await card.show()).status).toBe(200)

  await app.needs.db.execute(sql`drop trigger full_disk on contact`)
  const taken = await card.leave()
  expect([taken.status, await taken.text()]).toEqual([200, expect.anything()])
  expect(await card.left()).toEqual(['Tobias'])
})
