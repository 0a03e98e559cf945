import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { migrate, readMigration, readMigrations } from '#server/database/migrate.ts'
import { distribute } from '#server/database/sharding/distribute.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { openDatabase } from '#server/database/database.ts'
import { aCard } from '../factories/cards.ts'
import { anApp } from '../harness/app.ts'
import { createClusterDatabase, distributeForTests, startCluster, type Cluster } from '../harness/cluster.ts'
import { addressOf, queryRows, runSql } from '../harness/run-sql.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

let cluster: Cluster
beforeAll(async () => {
  // A record of each commit in two phases stays until Citus looks for interrupted ones.
  cluster = await startCluster(process.env.TEST_CITUS_BINARIES ?? '', { settings: { 'citus.recover_2pc_interval': '-1' } })
})
afterAll(() => cluster[Symbol.asyncDispose]())

let created = 0
async function aMigratedDatabase(): Promise<string> {
  const name = `carte_${++created}`
  await createClusterDatabase(cluster.nodes, name)
  const databaseUrl = addressOf(cluster.address, name)
  await (await openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog))[Symbol.asyncDispose]()
  return databaseUrl
}

const never = new AbortController().signal
type Options = { print?(line: string): void; signal?: AbortSignal }
const run = (connectionString: string, { print = () => {}, signal = never }: Options = {}) =>
  distribute({ connectionString }, { print, log: silentLog, signal, shardCount: 4 })

describe('scale citus --run', () => {
  test('interrupted, refuses servers and continues; a start waits, and cards stay as they were', async () => {
    const databaseUrl = await aMigratedDatabase()
    const app = await anApp({ settings: { databaseUrl } })
    const cards = [await aCard(app.deps, { title: 'One' }), await aCard(app.deps, { title: 'Two' })]
    await app[Symbol.asyncDispose]()

    const stop = new AbortController()
    const isTenth = (line: string) => line.startsWith('70/') && stop.abort()
    await expect(run(databaseUrl, { print: isTenth, signal: stop.signal })).rejects.toThrow(/Stopped after statement 70 of \d+/)
    const newest = readMigrations().at(-1)?.name ?? ''
    const [waiting] = await queryRows<{ sum: string }>(databaseUrl, `delete from migration where name = '${newest}' returning sum`)
    const start = () => openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog)
    await expect(start()).rejects.toThrow(
      /^This database is distributed in part \(70 of \d+ statements\)\. Continue with: .+ scale citus --run$/,
    )
    expect(await queryRows(databaseUrl, `select from migration where name = '${newest}'`)).toEqual([])
    await runSql(databaseUrl, `insert into migration (name, sum) values ('${newest}', '${waiting?.sum}')`)
    const lines: string[] = []
    let started: ReturnType<typeof start> | undefined
    await run(databaseUrl, { print: (line) => (line.startsWith('80/') ? (started = start()) : lines.push(line)) })
    expect((await started)?.isCluster).toBe(true)
    await (await started)?.[Symbol.asyncDispose]()
    expect(lines[0]).toMatch(/^Continuing after statement 70 of/)
    expect(lines.at(-1)).toMatch(/^Done: \d+ tables and 2 cards over 2 nodes/)
    await run(databaseUrl, { print: (line) => lines.push(line) })
    expect(lines.at(-1)).toBe('This database is distributed already. Nothing was changed.')

    await using again = await anApp({ settings: { databaseUrl } })
    for (const [at, { alias }] of cards.entries())
      expect(await again.call('cards.read', { params: { alias } })).toMatchObject({ '{product}': { title: ['One', 'Two'][at] } })
  })

  test('stops at a server that was just starting, and then continues', async () => {
    const databaseUrl = await aMigratedDatabase()
    const server = new pg.Client({ connectionString: databaseUrl, application_name: 'carte-changes' })
    let listening: Promise<unknown> | undefined
    await expect(run(databaseUrl, { print: () => (listening ??= server.connect()) })).rejects.toThrow('Stop Carte first: 1 server')
    await listening
    await server.end()
    const lines: string[] = []
    await run(databaseUrl, { print: (line) => lines.push(line) })
    expect(lines[0]).toMatch(/^Continuing after statement/)
  })

  test('names migrations that wait, and applies none', async () => {
    const databaseUrl = await aMigratedDatabase()
    const newest = readMigrations().at(-1)?.name ?? ''
    await runSql(databaseUrl, `delete from migration where name = '${newest}'`)
    await expect(run(databaseUrl)).rejects.toThrow(`Waiting: ${newest}`)
    expect(await queryRows(databaseUrl, `select from migration where name = '${newest}'`)).toEqual([])
  })

  test('changes nothing where something is missing, and says what to do', async () => {
    const databaseUrl = await aMigratedDatabase()
    const [, worker = ''] = cluster.nodes
    await expect(run(addressOf(worker, new URL(databaseUrl).pathname.slice(1)))).rejects.toThrow('DATABASE_URL names a worker')
    await runSql(cluster.address, 'create database bare')
    await expect(run(addressOf(cluster.address, 'bare'))).rejects.toThrow('This database has no Citus')
    const other = addressOf(cluster.nodes[2] ?? '', new URL(databaseUrl).pathname.slice(1))
    await runSql(other, 'set citus.enable_ddl_propagation = off; drop extension btree_gin')
    await expect(run(databaseUrl)).rejects.toThrow(/:\d+ lacks extensions: create extension btree_gin/)
    await runSql(other, 'set citus.enable_ddl_propagation = off; create extension btree_gin')
    const app = await anApp({ settings: { databaseUrl } })
    await expect(run(databaseUrl)).rejects.toThrow('Stop Carte first: 1 server uses this database.')
    await app[Symbol.asyncDispose]()
    await cluster.servers[2]?.stop()
    await expect(run(databaseUrl)).rejects.toThrow(/does not answer|could not connect|connection to the remote node/)
    await cluster.servers[2]?.start()
    expect(await queryRows(databaseUrl, 'select 1 from citus_tables')).toEqual([])
  })

  const issues: [string, { node: number; statements: string[]; line: RegExp }][] = [
    [
      'an old Citus',
      {
        node: 0,
        statements: [
          'alter database NAME set citus.enable_version_checks = off',
          `update pg_extension set extversion = '11.3-1' where extname = 'citus'`,
        ],
        line: /^Citus 11\.3-1 is too old: install 12\.1 or newer on every node\.$/,
      },
    ],
    [
      'an old Citus on a worker',
      {
        node: 2,
        statements: [
          'alter database NAME set citus.enable_version_checks = off',
          `update pg_extension set extversion = '11.3-1' where extname = 'citus'`,
        ],
        line: /^Citus 11\.3-1 on 127\.0\.0\.1:\d+ is too old: install 12\.1 or newer on every node\.$/,
      },
    ],
    [
      'a worker without enough free space',
      {
        node: 2,
        statements: [
          `set citus.enable_ddl_propagation = off;
           create function public.citus_local_disk_space_stats(out available_disk_size bigint, out total_disk_size bigint)
           language sql as $$ select 1000000::bigint, 9000000000::bigint $$`,
          'alter database NAME set search_path = public, pg_catalog',
        ],
        line: /^127\.0\.0\.1:\d+ has 1 MB free, and its share of the cards needs up to \d+ MB\.$/,
      },
    ],
    [
      'a clock that is off',
      {
        node: 2,
        statements: [
          `set citus.enable_ddl_propagation = off;
           create function public.clock_timestamp() returns timestamptz language sql as $$ select now() + interval '1 minute' $$`,
          'alter database NAME set search_path = public, pg_catalog',
        ],
        line: /^The nodes’ clocks are (59|60|61) seconds apart\. Synchronize them \(NTP\) first\.$/,
      },
    ],
    [
      'tables distributed by hand',
      {
        node: 0,
        statements: [`select create_reference_table('blocked_host')`],
        line: /^Some tables are distributed already, by hand\. Finish with .+\.$/,
      },
    ],
  ]
  test.each(issues)('refuses %s with one line', async (_, { node, statements, line }) => {
    const databaseUrl = await aMigratedDatabase()
    const name = new URL(databaseUrl).pathname.slice(1)
    for (const statement of statements) await runSql(addressOf(cluster.nodes[node] ?? '', name), statement.replace('NAME', name))
    await expect(run(databaseUrl)).rejects.toThrow(line)
  })

  test('later migrations add columns, tables of cards and directories', async () => {
    const name = `carte_${++created}`
    await createClusterDatabase(cluster.nodes, name)
    const databaseUrl = addressOf(cluster.address, name)
    const [baseline, ...others] = readMigrations()
    if (!baseline) throw new Error('there are no migrations')
    await migrate({ connectionString: databaseUrl }, silentLog, [baseline])
    await distributeForTests(databaseUrl)
    const column = readMigration('209901010000-pet.sql', `alter table contact add column pet text not null default ''`)
    await migrate({ connectionString: databaseUrl }, silentLog, [baseline, ...others, column])

    const kinds = await queryRows<{ name: string; kind: string }>(
      databaseUrl,
      `select table_name::text as name, citus_table_type as kind from citus_tables`,
    )
    expect(kinds).toContainEqual({ name: 'link_failure', kind: 'distributed' })
    expect(kinds.map((table) => table.name)).not.toContain('review_name')
    await using app = await anApp({ settings: { databaseUrl } })
    const { id } = await aCard(app.deps, { zillowWebServicesId: 'ada' })
    await runSql(
      databaseUrl,
      `insert into link_failure (subject_id, link_hash, reason, since, tried_at) values ('${id}', decode(repeat('00', 32), 'hex'), 'gone', now(), now())`,
    )
    await removeCard(app.deps, id)
    for (const table of ['link_failure', 'review_name']) expect(await queryRows(databaseUrl, `select from ${table}`), table).toEqual([])
  })
})

test('card and coordinator rows commit together; a card alone needs no second phase', async () => {
  const databaseUrl = await aMigratedDatabase()
  await run(databaseUrl)
  await using app = await anApp({ settings: { databaseUrl } })
  const { id } = await aCard(app.deps)
  const inTwoPhases = async (...statements: string[]) => {
    await runSql(databaseUrl, 'delete from pg_dist_transaction')
    const pid = await app.deps.db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      return rows[0]?.pid
    })
    // Jobs of the app commit meanwhile, on connections of their own.
    const prepared = await queryRows<{ gid: string }>(databaseUrl, 'select gid from pg_dist_transaction')
    return prepared.filter(({ gid }) => gid.split('_')[2] === String(pid)).length
  }
  const card = `update subject set title = 'One' where id = '${id}'`
  const coordinator = `update alias set subject_id = subject_id where subject_id = '${id}'`
  expect(await inTwoPhases(card, coordinator)).toBe(1)
  expect(await inTwoPhases(coordinator, card)).toBe(1)
  expect(await inTwoPhases(card)).toBe(0)
  expect(await inTwoPhases(coordinator)).toBe(0)
})
