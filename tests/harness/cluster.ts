import { createServer } from 'node:net'
import { openPool, unlimited } from '#server/database/pool.ts'
import { planDistribution } from '#server/database/sharding/plan-distribution.ts'
import { readCatalog } from '#server/database/sharding/read-catalog.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { addressOf, runSql } from './run-sql.ts'

/** A Citus cluster: the coordinator first, then its workers. `address` is the coordinator's. */
export type Cluster = { address: string; nodes: string[]; servers: Postgres[]; [Symbol.asyncDispose](): Promise<void> }

/** Enough to tell one shard from all; a database of 64 takes long to copy. */
const testShards = 4

/** `workers: 0` starts one PostgreSQL that is reached in the same way, to compare with. */
export async function startCluster(binaries: string, { workers = 2, settings = {} as Record<string, string> } = {}): Promise<Cluster> {
  await using started = new AsyncDisposableStack()
  const servers: Postgres[] = []
  const nodes: string[] = []
  for (let node = 0; node <= workers; node++) {
    const port = await freePort()
    servers.push(started.use(await startPostgres(binaries, { ...clusterSettings, ...settings, port: String(port) })))
    nodes.push(`postgresql://carte@127.0.0.1:${port}/postgres`)
  }
  const stack = started.move()
  return { address: nodes[0] ?? '', nodes, servers, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const clusterSettings = {
  shared_preload_libraries: 'citus',
  listen_addresses: '127.0.0.1',
  'citus.local_hostname': '127.0.0.1',
  // Its extension switches TLS between the nodes on, which each session would pay for.
  ssl: 'off',
  'citus.node_conninfo': 'sslmode=disable',
  // A killed worker must still have what it acknowledged.
  synchronous_commit: 'on',
  wal_level: 'logical',
  max_prepared_transactions: '200',
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** An empty database on every node, joined into a cluster. */
export async function createClusterDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) {
    await runSql(node, `create database ${name}`)
    for (const extension of ['citus', 'pg_trgm', 'btree_gin']) await runSql(addressOf(node, name), `create extension ${extension}`)
  }
  const [coordinator = '', ...workers] = nodes
  const address = addressOf(coordinator, name)
  await runSql(address, `select citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`)
  for (const worker of workers) await runSql(address, `select citus_add_node('127.0.0.1', ${new URL(worker).port})`)
}

/** Distributes a migrated database over the workers. */
export async function distributeForTests(address: string): Promise<void> {
  const pool = openPool({ connectionString: address }, silentLog, 1, unlimited)
  try {
    for (const { statements } of planDistribution(await readCatalog(pool), testShards))
      for (const statement of statements) await pool.query(statement)
  } finally {
    await pool.end()
  }
}
