import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { serve, type Postgres } from '../harness/postgres.ts'

/** What a server keeps about itself alone, and the log that a standby is sent. */
const own = /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_dynshmem\/.+|pg_notify\/.+)$/

/** A standby that follows by streaming, made as PostgreSQL’s own tool makes one: the package brings none. */
export async function aStandby({ address, data: source }: Postgres): Promise<Postgres> {
  return serve(await findBinaries(), async (data) => {
    const session = new pg.Client({ connectionString: address })
    await session.connect()
    await session.query(`select pg_backup_start('standby', fast => true)`)
    mkdirSync(data, { mode: 0o700 })
    cpSync(source, data, { recursive: true, filter: (file) => !own.test(relative(source, file)) })
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(wait_for_archive => false)')
    await session.end()
    rmSync(join(data, 'postmaster.pid'), { force: true })
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(join(data, 'standby.signal'), '')
    const host = new URL(address).searchParams.get('host')
    writeFileSync(
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${host} user=carte'\nwal_retrieve_retry_interval = '100ms'\n`,
    )
  })
}
