import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { UserError } from '#server/common/user-error.ts'
import { listServers } from '../changes/list-servers.ts'
import { neededExtensions } from '../check-rights.ts'
import { Client, type Connection } from '../client.ts'
import type { Db } from '../database.ts'
import { migrate, readMigrationState } from '../migrate.ts'
import { acquireMigrationLock } from '../migration-lock.ts'
import { planDistribution } from './plan-distribution.ts'
import { readCatalog } from './read-catalog.ts'

/** What is left of a distribution, stored with each statement, so that an interrupted one continues. */
type Progress = { statements: string[]; done: number }

type Options = { print(line: string): void; log: Log; signal: AbortSignal; shardCount?: number }

/** The first whose transactions are repeatable reads on workers too, which backups need. */
const oldestCitus = 12.1
const clockSkewMaxSeconds = 5

/** Distributes this database over the cluster’s workers, or continues. Nothing changes before all checks have passed. */
export async function distribute(connection: Connection, { print, log, signal, shardCount }: Options): Promise<void> {
  const client = new Client({ ...connection, application_name: 'carte-scale' })
  await using undo = new AsyncDisposableStack()
  undo.defer(() => client.end())
  await client.connect()
  await check(client, print)
  const db = drizzle(client)
  await migrate(connection, log, undefined, { onlyFirst: true })
  await refuseWaitingMigrations(db)
  // A server that starts meanwhile waits with its migrations until this ends.
  await using lock = await acquireMigrationLock(connection, { waits: false })
  if (!lock) throw new UserError('A server is starting or another distribution runs. Try again when it has ended.')

  const progress = await readProgress(client, shardCount)
  const { statements } = progress
  if (progress.done === 0) await refuseFullNodes(client)
  if (progress.done === statements.length) return print('This database is distributed already. Nothing was changed.')
  if (progress.done > 0) print(`Continuing after statement ${progress.done} of ${statements.length}.`)
  for (let at = progress.done; at < statements.length; at++) {
    // One that had just migrated listens only now. It believes that the tables aren't distributed, and its backups would be wrong.
    refuseServers((await listServers(db)).length)
    if (signal.aborted) throw new UserError(`Stopped after statement ${at} of ${statements.length}. The same command continues.`)
    print(`${at + 1}/${statements.length} ${statements[at]}`)
    await client.query('begin')
    await client.query(statements[at] ?? '')
    await saveProgress(client, { statements, done: at + 1 })
    await client.query('commit')
  }
  await verify(client, print)
}

async function check(client: pg.Client, print: (line: string) => void): Promise<void> {
  const { rows: found } = await client.query<{ version: string | null; servers: number }>(`select
    (select extversion from pg_extension where extname = 'citus') as version,
    (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'carte-changes') as servers`)
  const { version = null, servers = 0 } = found[0] ?? {}
  if (version === null)
    throw new UserError('This database has no Citus. On every node: shared_preload_libraries = citus, and: create extension citus')
  if (Number.parseFloat(version) < oldestCitus)
    throw new UserError(`Citus ${version} is too old: install ${oldestCitus} or newer on every node.`)
  refuseServers(servers)

  const { rows: groups } = await client.query<{ groupid: number }>('select groupid from pg_dist_local_group')
  if (groups[0]?.groupid !== 0) throw new UserError('DATABASE_URL names a worker. Use the coordinator’s address.')
  const { rows: nodes } = await client.query<{ groupid: number; isactive: boolean }>('select groupid, isactive from pg_dist_node')
  if (!nodes.some(({ groupid }) => groupid === 0))
    throw new UserError("Register the coordinator by a name the workers can reach: select citus_set_coordinator_host('HOST', PORT)")
  if (!nodes.some(({ groupid, isactive }) => groupid > 0 && isactive))
    throw new UserError("Register the workers first: select citus_add_node('HOST', PORT) for each.")

  // A worker may have another version than the coordinator.
  for (const { node, result } of await onAllNodes(client, `select extversion from pg_extension where extname = 'citus'`))
    if (Number.parseFloat(result) < oldestCitus)
      throw new UserError(`Citus ${result} on ${node} is too old: install ${oldestCitus} or newer on every node.`)
  for (const { node, result } of await onAllNodes(client, `select coalesce(string_agg(extname, ','), '') from pg_extension`)) {
    const missing = neededExtensions.filter((name) => !result.split(',').includes(name))
    if (missing.length > 0) throw new UserError(`${node} lacks extensions: create extension ${missing.join('; create extension ')}`)
  }
  const clocks = (await onAllNodes(client, 'select extract(epoch from clock_timestamp())')).map(({ result }) => Number(result))
  const skew = Math.round(Math.max(...clocks) - Math.min(...clocks))
  if (skew > clockSkewMaxSeconds) throw new UserError(`The nodes’ clocks are ${skew} seconds apart. Synchronize them (NTP) first.`)
  const unready = (await onAllNodes(client, `select current_setting('wal_level')`)).filter(({ result }) => result !== 'logical')
  if (unready.length > 0)
    print(
      `Note: moving cards to a new worker while serving needs wal_level = logical on every node. Missing on: ${unready.map(({ node }) => node).join(', ')}`,
    )
}

/** Each node that gets cards needs space for its share. What the coordinator has is deleted only after everything is copied. */
async function refuseFullNodes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ shareBytes: number }>(`select pg_database_size(current_database())::float8 /
    greatest(1, (select count(*) from pg_dist_node where shouldhaveshards and noderole = 'primary')) as "shareBytes"`)
  const { shareBytes = 0 } = rows[0] ?? {}
  for (const { node, result } of await onAllNodes(client, freeBytes))
    if (result && Number(result) < shareBytes)
      throw new UserError(`${node} has ${megabytes(Number(result))} free, and its share of the cards needs up to ${megabytes(shareBytes)}.`)
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en-US')} MB`

/** Empty on a node that gets no cards. */
const freeBytes = `select case when exists (select from pg_dist_node join pg_dist_local_group using (groupid) where shouldhaveshards and noderole = 'primary')
  then available_disk_size::text else '' end from citus_local_disk_space_stats()`

/** They are applied by a start, which backs up before. */
export async function refuseWaitingMigrations(db: Db): Promise<void> {
  const { waiting } = await readMigrationState(db)
  if (waiting.length > 0)
    throw new UserError(
      `Start this version once, which backs up and migrates, and stop it. Then run this command again. Waiting: ${waiting.join(', ')}`,
    )
}

/** The table that names servers behind a pooler exists only once the database is migrated. */
function refuseServers(count: number) {
  if (count > 0) throw new UserError(`Stop Carte first: ${count} ${count === 1 ? 'server uses' : 'servers use'} this database.`)
}

async function onAllNodes(client: pg.Client, statement: string): Promise<{ node: string; result: string }[]> {
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `select coalesce(n.nodename || ':' || n.nodeport, 'node ' || nodeid) as node, success, result
     from run_command_on_all_nodes($1) r left join pg_dist_node n using (nodeid) order by nodeid`,
    [statement],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new UserError(`${failed.node} does not answer: ${failed.result}`)
  return rows
}

async function readProgress(client: pg.Client, shardCount?: number): Promise<Progress> {
  const { rows } = await client.query<{ value: Progress }>(`select value from installation where name = 'distribution'`)
  if (rows[0]) return rows[0].value
  const { rows: distributed } = await client.query(`select from pg_dist_partition limit 1`)
  if (distributed.length > 0)
    throw new UserError(
      'Some tables are distributed already, by hand. Finish with docs/scale/citus.sql, or restore a backup into an empty database.',
    )
  return { statements: planDistribution(await readCatalog(client), shardCount).flatMap(({ statements }) => statements), done: 0 }
}

async function saveProgress(client: pg.Client, progress: Progress): Promise<void> {
  await client.query(
    `insert into installation (name, value, updated_at) values ('distribution', $1, now())
     on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [JSON.stringify(progress)],
  )
}

async function verify(client: pg.Client, print: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ cards: number; workers: number; tables: number }>(`select
    (select count(*)::int from subject) as cards,
    (select count(distinct nodename || nodeport)::int from citus_shards where table_name = 'subject'::regclass) as workers,
    (select count(*)::int from citus_tables where citus_table_type in ('distributed', 'reference')) as tables`)
  const { cards = 0, workers = 0, tables = 0 } = rows[0] ?? {}
  print(`Done: ${tables} tables and ${cards} cards over ${workers} nodes. Start Carte again with the coordinator’s address.`)
}
