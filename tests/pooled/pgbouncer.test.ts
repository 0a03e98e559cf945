import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp, type App } from '#server/app.ts'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { openDatabase } from '#server/database/database.ts'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { isAway } from '#server/database/is-away.ts'
import { openPool } from '#server/database/pool.ts'
import { reachDatabase } from '#server/database/reach-database.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { eventually } from '../harness/eventually.ts'
import { startPgBouncer, type PgBouncer } from '../harness/pgbouncer.ts'
import { startPostgres, type Postgres } from '../harness/postgres.ts'
import { addressOf, queryRows, runSql } from '../harness/run-sql.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { freePort } from '../harness/site.ts'
import { callerAt } from '../start/caller.ts'
import { aLoad } from '../start/load.ts'
import { aFolder, run, type Program } from '../start/program.ts'

const closing = new AsyncDisposableStack()
let postgres: Postgres
beforeAll(async () => void (postgres = closing.use(await startPostgres(await findBinaries()))))
afterAll(() => closing.disposeAsync())

describe.each(['transaction', 'session'])('PgBouncer in %s mode', (mode) => {
  const undo = new AsyncDisposableStack()
  const name = `through_${mode}`
  let pooler: PgBouncer
  let app: App
  let program: Program
  let url: string
  let card: Awaited<ReturnType<typeof aCard>>
  beforeAll(async () => {
    await runSql(postgres.address, `create database ${name}`)
    pooler = undo.use(await startPgBouncer(postgres.address, mode))
    const dataDir = undo.use(await aFolder()).path
    const port = String(await freePort())
    const shared = { DATA_DIR: dataDir, DEMO: 'off', HOST: '127.0.0.1', TRUST_PROXY: 'on', CAPTCHA_COST: '1', LOG_LEVEL: 'warn' }
    const environment = { ...shared, DATABASE_URL: addressOf(pooler.address, name), PORT: port, PUBLIC_URL: 'http://localhost:3999' }
    // Both migrate the empty database at once.
    program = undo.use(run('tests/start/serve-calls.ts', environment))
    app = undo.use(await createApp(readSettings(environment), { log: silentLog, pages: false, works: false }))
    await program.waitForOutput('serves calls')
    url = `http://127.0.0.1:${port}`
    card = await aCard(app.deps)
  })
  afterAll(() => undo.disposeAsync())

  const titleThere = async () => {
    const answer = await fetch(`${url}/remote/api/public/e-card-by-alias/${card.alias}`)
    return ((await answer.json()) as { carte: { title: string } }).carte.title
  }

  test('an edit shows on the other server within seconds', async () => {
    for (const title of ['first', 'second']) {
      await changeCard(app.deps, card.id, { title })
      await eventually(async () => expect(await titleThere()).toBe(title))
    }
  })

  test('a contact is stored, and its jobs run', async () => {
    await callerAt(url).submitContact(card.alias, 'Vera')
    const done = `select distinct name from jobs.job where name like 'contacts.%' and state = 'completed' order by 1`
    await expect
      .poll(() => queryRows(addressOf(postgres.address, name), done))
      .toEqual([{ name: 'contacts.mail' }, { name: 'contacts.push' }])
  })

  test('a restart of the pooler under load costs 503s only', async () => {
    const load = aLoad(
      Array.from({ length: 8 }, (_, visitor) => {
        let count = 0
        return async () => {
          const name = `Visitor ${visitor} ${++count}`
          await callerAt(url, { 'x-forwarded-for': `10.${visitor}.${count >> 8}.${count & 255}` }).submitContact(card.alias, name)
          return name
        }
      }),
    )
    await load.more(20)
    await pooler.stop()
    await pooler.start()
    await load.more(20)
    await load.stop()
    expect(load.statuses.filter((status) => status !== 503)).toEqual([])
    const stored = await queryRows<{ name: string }>(addressOf(postgres.address, name), 'select full_name as name from contact')
    expect(load.acknowledged.filter((one) => !stored.some((row) => row.name.startsWith(`${one} `)))).toEqual([])
  })

  /**
   * In transaction mode, where PgBouncer resets nothing: 12 transactions at once read 12 of its sessions, the last used among them. In
   * session mode it proves nothing: other clients' sessions are their own until PgBouncer resets them.
   */
  test('nothing stays in the sessions that others use next', async () => {
    await app.deps.workLocks.exclusive('a folder', async () => {})
    await app.deps.workLocks.shared(1, async () => {})
    await app.deps.db.transaction((tx) => tx.execute(sql`select 1`))
    const clients = Array.from({ length: 12 }, () => new pg.Client({ connectionString: addressOf(pooler.address, name) }))
    for (const client of clients) await client.connect()
    const left = await Promise.all(
      clients.map(async (client) => {
        await client.query('begin')
        const { rows } =
          await client.query(`select current_setting('statement_timeout') as limit, (select count(*)::int from pg_prepared_statements) as prepared,
          (select count(*)::int from pg_listening_channels()) as channels, (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks`)
        return rows[0]
      }),
    )
    for (const client of clients) await client.end()
    expect(left).toEqual(clients.map(() => ({ limit: '0', prepared: 0, channels: 0, locks: 0 })))
  })

  test('a statement is canceled at its limit, inside and outside a transaction', async () => {
    const pool = openPool(app.deps.connection, silentLog, 1, { statementMs: 100 })
    const slow = 'select pg_sleep(60)'
    await expect(pool.query(slow)).rejects.toMatchObject({ code: '57014' })
    const client = await pool.connect()
    await client.query('begin')
    await expect(client.query(slow)).rejects.toMatchObject({ code: '57014' })
    client.release(true)
    await pool.end()
  })

  test('with a direct address, changes are listened for', async () => {
    const databaseUrl = addressOf(pooler.address, name)
    const direct = await reachDatabase({ databaseUrl, databaseDirectUrl: addressOf(postgres.address, name) })
    expect(direct.direct).not.toBeNull()
    const other = reachDatabase({ databaseUrl, databaseDirectUrl: postgres.address })
    await expect(other).rejects.toThrow('must lead to the same server, database, user and schema')
    // The pooler itself counts as direct in session mode only.
    const pooled = reachDatabase({ databaseUrl, databaseDirectUrl: databaseUrl }).then(String, String)
    expect((await pooled).includes('DATABASE_DIRECT_URL leads through a pooler in transaction mode')).toBe(mode === 'transaction')
  })

  test('a stop finishes, and deletes the mark of the server', async () => {
    program.send('SIGTERM')
    expect(await program.ended).toBe(0)
    const marks = `select 1 from spent where kind = 'polling'`
    expect(await queryRows(addressOf(postgres.address, name), marks)).toHaveLength(1)
  })
})

test('of several poolers, the one whose server can be written to is used', async () => {
  await using other = await startPostgres(await findBinaries(), { default_transaction_read_only: 'on' })
  await using refusing = await startPgBouncer(other.address)
  await using pooler = await startPgBouncer(postgres.address)
  const urls = [refusing, pooler].map(({ address }) => address)
  const pool = openPool({ hosts: urls, isPooled: true }, silentLog, 1)
  const { rows } = await pool.query(`select current_setting('default_transaction_read_only') as "isReadOnly"`)
  await pool.end()
  expect(rows).toEqual([{ isReadOnly: 'off' }])
})

test('what a pooler refuses is one line', async () => {
  await using pooler = await startPgBouncer(postgres.address)
  await using statements = await startPgBouncer(postgres.address, 'statement')
  const errorOf = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog).then(String, String)
  expect(await errorOf(`${pooler.address}?options=-csearch_path%3Dcarte`)).toMatch(/^.*refuses a part of it.+Remove “options”.*$/)
  expect(await errorOf(statements.address)).toMatch(/^.*is in statement mode.+Set pool_mode = transaction.*$/)
})

test('a server that crashes behind its pooler is away; a bug in the protocol is not', async () => {
  await using pooler = await startPgBouncer(postgres.address)
  const client = new pg.Client(pooler.address).on('error', () => {})
  await client.connect()
  const bug: unknown = await client.query('select $1::text, $2::text', ['one']).catch((error: unknown) => error)
  expect(bug).toMatchObject({ code: '08P01' })
  expect(isAway(bug)).toBe(false)

  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = client.query('select pg_sleep(60)').catch((error: unknown) => error)
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  expect(await waiting).toMatchObject({ code: '08P01' })
  expect(isAway(await waiting)).toBe(true)
  await client.end()
  // A server that is stopped during its recovery never ends.
  await eventually(async () => expect(await queryRows(postgres.address, 'select 1')).toHaveLength(1))
})
