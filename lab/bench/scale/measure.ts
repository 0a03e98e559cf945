import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

export type Weight = { rows: number; heap: number; indexes: { name: string; bytes: number }[] }

/** Bytes per row, in the table and each of its indexes, partitions included. */
export async function weigh(pool: pg.Pool, table: string): Promise<Weight> {
  const { rows } = await pool.query<{ rows: string }>(`select count(*) as rows from ${table}`)
  const count = Math.max(1, Number(rows[0]?.rows))
  const parts = `(select relid from pg_partition_tree('${table}') where isleaf union select '${table}'::regclass)`
  const { rows: heap } = await pool.query<{ bytes: string }>(
    `select sum(pg_table_size(c.oid)) as bytes from pg_class c where c.oid in ${parts} and c.relkind = 'r'`,
  )
  const { rows: indexes } = await pool.query<{ name: string; bytes: string }>(
    `select coalesce(p.relname, i.relname) as name, sum(pg_relation_size(i.oid)) as bytes
     from pg_index x join pg_class i on i.oid = x.indexrelid left join pg_inherits h on h.inhrelid = i.oid left join pg_class p on p.oid = h.inhparent
     where x.indrelid in ${parts} and i.relkind = 'i' group by 1 order by 1`,
  )
  return {
    rows: count,
    heap: Number(heap[0]?.bytes ?? 0) / count,
    indexes: indexes.map(({ name, bytes }) => ({ name, bytes: Number(bytes) / count })),
  }
}

export type Cost = { log: number; nodeMs: number; databaseMs: number; wallMs: number }

/** The cost of one action: bytes of WAL, and CPU time of the server and the database. */
export async function cost(pool: pg.Pool, times: number, work: () => Promise<unknown>): Promise<Cost> {
  await pool.query('checkpoint')
  const server = await postmasterOf(pool)
  const logBefore = await logPlace(pool)
  const [node, database, wall] = [process.cpuUsage(), processorMs(server), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(node)
  const wallMs = performance.now() - wall
  const databaseMs = processorMs(server) - database
  const log = (await logPlace(pool)) - logBefore
  return { log: log / times, nodeMs: (user + system) / 1000 / times, databaseMs: databaseMs / times, wallMs: wallMs / times }
}

async function logPlace(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ place: string }>(`select pg_current_wal_insert_lsn() - '0/0' as place`)
  return Number(rows[0]?.place)
}

async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ directory: string }>(`select setting as directory from pg_settings where name = 'data_directory'`)
  return Number(readFileSync(`${rows[0]?.directory}/postmaster.pid`, 'utf8').split('\n')[0])
}

/** CPU time of the server and its children, including ended ones. Linux counts in hundredths of a second. */
function processorMs(server: number): number {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const [, parent, ...rest] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      const [user, system, endedUser, endedSystem] = rest.slice(9, 13).map(Number)
      return [{ pid: Number(name), parent: Number(parent), own: (user ?? 0) + (system ?? 0), ended: (endedUser ?? 0) + (endedSystem ?? 0) }]
    } catch {
      return []
    }
  })
  const sum = all.reduce((total, { pid, parent, own, ended }) => total + (pid === server ? own + ended : parent === server ? own : 0), 0)
  return sum * 10
}
