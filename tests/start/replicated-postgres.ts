import { expect } from 'vitest'
import { killPostgres } from '../../lab/kills/stages.ts'
import { aDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts'
import { eventually } from '../harness/eventually.ts'
import { startPostgres, startStandby, type Postgres } from '../harness/postgres.ts'
import { addressOf, queryRows, runSql } from '../harness/run-sql.ts'
import { freePort } from '../harness/site.ts'

type Server = Postgres & { url: string }
type Mode = 'synchronous' | 'asynchronous'

/** A primary, a standby that streams from it, and an address that a test moves from one to the other. */
export type ReplicatedPostgres = {
  /** The moving address, of the database `carte`. */
  url: string
  proxy: DatabaseProxy
  primary(): Server
  standby(): Server
  /** As a crash: nothing is flushed or sent anymore. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary. The address stays. */
  promote(): Promise<void>
  /** Copies the primary to a new standby, and resolves when it streams. */
  replicate(mode: Mode): Promise<void>
  /** Resolves when the standby has received everything that was committed until now. */
  catchUp(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', listen_addresses: '127.0.0.1' }

export async function aReplicatedPostgres(binaries: string): Promise<ReplicatedPostgres> {
  const opened = new AsyncDisposableStack()
  const started = async (start: (port: string) => Promise<Postgres>): Promise<Server> => {
    const port = String(await freePort())
    return { ...opened.use(await start(port)), url: `postgresql://carte@127.0.0.1:${port}/carte` }
  }
  let primary = await started((port) => startPostgres(binaries, { ...durable, port }))
  let standby = primary
  await runSql(addressOf(primary.url, 'postgres'), 'create database carte')
  const proxy = opened.use(await aDatabaseProxy(primary.url))
  const until = (condition: string) =>
    eventually(async () => expect(await queryRows(primary.url, `select from pg_stat_replication where ${condition}`)).toHaveLength(1))
  const requireStandby = async (names: string) => {
    await runSql(primary.url, `alter system set synchronous_standby_names = '${names}'`)
    await runSql(primary.url, 'select pg_reload_conf()')
  }

  return {
    url: proxy.url,
    proxy,
    primary: () => primary,
    standby: () => standby,
    killPrimary: () => killPostgres(primary.data),
    async promote() {
      const promoted = standby
      await runSql(promoted.url, 'select pg_promote()')
      ;[primary, standby] = [promoted, primary]
    },
    async replicate(mode) {
      // A primary that demands a synchronous standby before it has one lets every commit wait, and so would its copies.
      await requireStandby('')
      if (standby !== primary) await standby.stop()
      const from = `${primary.url}?application_name=standby`
      standby = await started((port) => startStandby(binaries, from, { ...durable, port }))
      if (mode === 'synchronous') await requireStandby('standby')
      await until(`state = 'streaming' and sync_state = '${mode === 'synchronous' ? 'sync' : 'async'}'`)
    },
    async catchUp() {
      const [row] = await queryRows<{ lsn: string }>(primary.url, 'select pg_current_wal_lsn()::text as lsn')
      await until(`flush_lsn >= '${row?.lsn}'`)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
