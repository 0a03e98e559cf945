import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database, type Db } from '#server/db/database.ts'
import type { Postgres } from '../harness/postgres.ts'
import { silentLog } from '../harness/silent-log.ts'
import { addressOf, tell } from '../harness/tell.ts'
import { aPostgres } from './a-postgres.ts'
import { aStandby } from './a-standby.ts'

let primary: Postgres
let standby: Postgres
let database: Database
const said: string[] = []
const log = {
  ...silentLog,
  info: (event: string) => said.push(event),
  warn: (event: string) => said.push(event),
  error: (event: string) => said.push(event),
}
const open = (databaseUrl: string, ...databaseReplicaUrls: string[]) =>
  openDatabase({ databaseUrl, databaseReplicaUrls, dataDir: '/nowhere' }, log)

const soon = { timeout: 10_000, interval: 50 }
const isStandby = async (db: Db) => (await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)).rows[0]?.is
const shown = () => database.reads.shown(isStandby)
const report = () => database.reads.report(isStandby)
const up = () => [...database.reads.gauges().up.values()]

beforeAll(async () => {
  primary = await aPostgres()
  await tell(primary.address, 'create database carte')
  standby = await aStandby(primary)
  database = await open(addressOf(primary.address, 'carte'), addressOf(standby.address, 'carte'))
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await standby[Symbol.asyncDispose]()
  await primary[Symbol.asyncDispose]()
})

test('what visitors are shown and reports come from a replica that has caught up', async () => {
  await expect.poll(shown, soon).toBe(true)
  expect(await report()).toBe(true)
  expect(up()).toEqual([1])
})

test('after a change, what is shown comes from the primary until the replica has replayed it; reports may be a moment old', async () => {
  await tell(standby.address, 'select pg_wal_replay_pause()')
  await tell(addressOf(primary.address, 'carte'), `insert into spent values ('test', 'a', now())`)
  database.reads.changed()
  expect([await shown(), await report()]).toEqual([false, true])

  await tell(standby.address, 'select pg_wal_replay_resume()')
  await expect.poll(shown, soon).toBe(true)
  const count = (db: Db) => db.execute<{ count: number }>(sql`select count(*)::int from spent`)
  expect((await database.reads.shown(count)).rows).toEqual([{ count: 1 }])
})

test('a replica that goes away is asked no more, nobody notices, and when it is back it is asked again', async () => {
  said.length = 0
  await standby.stop()
  expect([await shown(), await report()]).toEqual([false, false])
  expect(up()).toEqual([0])
  expect(said).toContain('replica-away')

  await standby.start()
  await expect.poll(shown, soon).toBe(true)
  expect(said).toContain('replica-reached')
  expect(up()).toEqual([1])
})

test('what is shown goes on from a replica while the primary is away', async () => {
  await expect.poll(shown, soon).toBe(true)
  await primary.stop()
  expect(await shown()).toBe(true)
  await primary.start()
})

test('what cannot be right is refused in one line', async () => {
  const [carte, copy] = [addressOf(primary.address, 'carte'), addressOf(standby.address, 'carte')]
  await expect(open(carte, carte)).rejects.toThrow(/in DATABASE_REPLICA_URLS is no standby: it takes writes of its own\. [^\n]+$/)
  await expect(open(carte, standby.address)).rejects.toThrow(/in DATABASE_REPLICA_URLS is a standby of another database than DATABASE_URL/)
  const wrong = new URL(copy)
  wrong.pathname = '/nobody'
  await expect(open(carte, wrong.href)).rejects.toThrow(/The database named in DATABASE_REPLICA_URLS does not exist\. [^\n]+$/)
  await expect(open(copy)).rejects.toThrow(/The PostgreSQL at DATABASE_URL is a standby and takes no writes/)

  await tell(primary.address, 'create database still')
  await tell(primary.address, 'alter database still set default_transaction_read_only = on')
  await expect(open(addressOf(primary.address, 'still'))).rejects.toThrow(/is switched to read-only/)

  const latin = `encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`
  await tell(primary.address, `create database latin ${latin}`)
  await expect(open(addressOf(primary.address, 'latin'))).rejects.toThrow(/is kept in LATIN1, .+ createdb --encoding=UTF8/)
})

test('a replica that is away does not keep the program from starting', async () => {
  await standby.stop()
  said.length = 0
  const another = await open(addressOf(primary.address, 'carte'), addressOf(standby.address, 'carte'))
  expect(said).toContain('replica-away')
  expect(await another.reads.shown(isStandby)).toBe(false)
  await another[Symbol.asyncDispose]()
  await standby.start()
})

test('a replica of another database that was away at the start is never asked when it comes', async () => {
  await tell(primary.address, 'create database other')
  await standby.stop()
  const heard: string[] = []
  const ears = { ...silentLog, info: (event: string) => heard.push(event), error: (event: string) => heard.push(event) }
  const place = { databaseUrl: addressOf(primary.address, 'other'), databaseReplicaUrls: [addressOf(standby.address, 'carte')] }
  await using another = await openDatabase({ ...place, dataDir: '/nowhere' }, ears)
  await standby.start()
  await expect.poll(() => heard, soon).toContain('replica-of-another')
  expect(heard).not.toContain('replica-reached')
  expect([await another.reads.shown(isStandby), await another.reads.report(isStandby)]).toEqual([false, false])
})
