import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChanges } from '#server/database/changes/changes.ts'
import { openDatabase } from '#server/database/database.ts'
import { distribute } from '#server/database/sharding/distribute.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { startOnAllNodes } from '#server/backup/cluster-snapshot.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { aCard } from '../factories/cards.ts'
import { anApp } from '../harness/app.ts'
import { createClusterDatabase, startCluster, type Cluster } from '../harness/cluster.ts'
import { addressOf, queryRows, runSql } from '../harness/run-sql.ts'
import { signedIn } from '../harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

let cluster: Cluster
let folder: string
beforeAll(async () => {
  cluster = await startCluster(process.env.TEST_CITUS_BINARIES ?? '')
  folder = await mkdtemp(join(tmpdir(), 'carte-cluster-backup-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await cluster[Symbol.asyncDispose]()
})

const never = new AbortController().signal
const distributeCards = (connectionString: string) =>
  distribute({ connectionString }, { print: () => {}, log: silentLog, signal: never, shardCount: 4 })

async function restoreInto(databaseUrl: string, file: string) {
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog)
  const changes = await openChanges(database, silentLog)
  try {
    const storage = createDiskStorage(await mkdtemp(join(folder, 'data-')))
    await restoreBackup({ database, changes, storage, signal: never, place: 'here/1' }, { file, passphrase: null }, { replaces: true })
  } finally {
    await changes[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
}

test('a backup of a busy cluster is a consistent snapshot and restores elsewhere', async () => {
  await createClusterDatabase(cluster.nodes, 'busy')
  const databaseUrl = addressOf(cluster.address, 'busy')
  await (await openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog))[Symbol.asyncDispose]()
  await distributeCards(databaseUrl)
  // Settings that change how values are written as text.
  for (const worker of cluster.nodes.slice(1))
    for (const setting of [`timezone = 'Asia/Tokyo'`, `datestyle = 'German'`, `bytea_output = 'escape'`, `intervalstyle = 'iso_8601'`])
      await runSql(worker, `alter database busy set ${setting}`)

  await using app = await anApp({ settings: { databaseUrl } })
  const first = await aCard(app.deps, { title: 'First' })
  await signedIn(app, first.id)
  let isDone = false
  let longestMs = 0
  // Each transaction writes the same number on both workers and on the coordinator.
  async function countUp(writer: string) {
    for (let card = 0; card < 6; card++) await aCard(app.deps, { lastName: writer, title: '0' })
    await runSql(databaseUrl, `insert into installation (name, value) values ('${writer}', '0')`)
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    for (let count = 1; !isDone; count++) {
      const begun = performance.now()
      await client.query(`begin; update subject set title = '${count}' where last_name = '${writer}';
        update installation set value = '${count}' where name = '${writer}'; commit`)
      longestMs = Math.max(longestMs, performance.now() - begun)
    }
    await client.end()
  }
  const writers = ['Ames', 'Beck', 'Cole', 'Dahl'].map(countUp)
  await wait(1000)

  await createClusterDatabase(cluster.nodes, 'restored')
  const restored = addressOf(cluster.address, 'restored')
  await using database = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog, { as: 'visit' })
  const storage = createDiskStorage(await mkdtemp(join(folder, 'data-')))
  const deps = { database, storage, clock: systemClock, productVersion: '0.1.0', signal: never }
  const files = ['first', 'second', 'third'].map((name) => join(folder, `${name}.backup`))
  try {
    for (const file of files) await writeBackup(deps, { file, passphrase: null })
  } finally {
    isDone = true
    await Promise.all(writers)
  }
  console.info(`the longest write took ${Math.round(longestMs)} ms`)
  expect(longestMs).toBeLessThan(5000)

  await expect(restoreInto(databaseUrl, files[0] ?? '')).rejects.toThrow('This database is distributed, and Citus cannot restore into one.')

  for (const file of files) {
    // Compares every table with the file, and checks every reference.
    await restoreInto(restored, file)
    const counts = await queryRows<{ counts: string[] }>(
      restored,
      `select array_agg(distinct count) as counts from (select last_name as writer, title as count from subject
       union all select name, value #>> '{}' from installation) written where writer in ('Ames', 'Beck', 'Cole', 'Dahl') group by writer`,
    )
    expect(counts).toEqual(Array.from({ length: 4 }, () => ({ counts: [expect.stringMatching(/^[1-9]/)] })))
  }

  await distributeCards(restored)
  expect(await queryRows(restored, `select from subject`)).toHaveLength(25)
  await using again = await anApp({ settings: { databaseUrl: restored } })
  expect(await again.call('cards.read', { params: { alias: first.alias } })).toMatchObject({ '{product}': { title: 'First' } })
})

test('a backup waits for a long write, longer than a transaction may be idle', async () => {
  await createClusterDatabase(cluster.nodes, 'waiting')
  const connectionString = addressOf(cluster.address, 'waiting')
  await (await openDatabase({ databaseUrl: connectionString, dataDir: '/nowhere' }, silentLog))[Symbol.asyncDispose]()
  await distributeCards(connectionString)
  const pool = new pg.Pool({ connectionString, idle_in_transaction_session_timeout: 2000 })
  pool.on('error', () => {})
  const db = drizzle(pool)
  const writer = new pg.Client({ connectionString })
  await writer.connect()
  await writer.query('begin; lock table contact in row exclusive mode')
  await expect(db.transaction((tx) => startOnAllNodes(db, tx, 1))).rejects.toThrow('A long write keeps the nodes from starting')

  const storage = createDiskStorage(await mkdtemp(join(folder, 'data-')))
  const deps = { database: { db, isCluster: true }, storage, clock: systemClock, productVersion: '0.1.0', signal: never }
  const written = writeBackup(deps, { file: join(folder, 'waiting.backup'), passphrase: null })
  await wait(3500)
  await writer.query('commit')
  await writer.end()
  await written
  await pool.end()
})
