import pg from 'pg'
import { vi } from 'vitest'

export type Statement = { text: string; values: unknown[] }

/** The statements sent to this database, or to any, while `act` runs. Other products of the process have databases of their own. */
export async function statementsOf(act: () => Promise<unknown>, databaseUrl: string | null): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const database = databaseUrl && new URL(databaseUrl).pathname.slice(1)
  try {
    await act()
    return query.mock.calls
      .filter((_, at) => !database || (query.mock.contexts[at] as pg.Client).database === database)
      .map(([what, values]: unknown[]) => toStatement(what, values))
      .filter(({ text }) => !isFrame.test(text))
  } finally {
    query.mockRestore()
  }
}

/** Transaction control, on a cluster with a `do` block before the commit, has no plan; a listening connection sends a keep-alive query now and then. */
const isFrame = /^\s*(begin|commit|rollback|savepoint|release|set|do|notify|select pg_notify)\b|pg_listening_channels/i

function toStatement(what: unknown, values: unknown): Statement {
  const config: pg.QueryConfig = typeof what === 'string' ? { text: what } : (what as pg.QueryConfig)
  return { text: config.text, values: (values as unknown[] | undefined) ?? config.values ?? [] }
}

/** With few rows a sequential scan or a sort is right; forbidden, it is still used if no index fits. */
type Forbidden = { isScanForbidden?: boolean; isSortForbidden?: boolean }

/** Its plan as text. */
export async function planOf(pool: pg.Pool, { text, values }: Statement, forbidden: Forbidden = {}): Promise<string> {
  const { isScanForbidden = false, isSortForbidden = false } = forbidden
  const client = await pool.connect()
  try {
    // On a cluster, workers plan with the same setting. PostgreSQL alone ignores the first one.
    await client.query('begin')
    await client.query("set local citus.propagate_set_commands = 'local'")
    await client.query(`set local enable_seqscan = ${isScanForbidden ? 'off' : 'on'}`)
    await client.query(`set local enable_sort = ${isSortForbidden ? 'off' : 'on'}`)
    const { rows } = await client.query(`explain (costs off) ${text}`, values)
    return withoutShards(rows.map((row) => row['QUERY PLAN']).join('\n'))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** A cluster appends a shard's number to the names of its tables and indexes. */
export const withoutShards = (text: string) => text.replace(/_1\d{5}\b/g, '')

type Node = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] } & Record<
  `Rows Removed by ${string}`,
  number
>

/** How many rows and index entries its scans read, including those they discard. */
export async function rowsScanned(pool: pg.Pool, { text, values }: Statement): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values)
    return checkedCount(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function checkedCount(node: Node): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node
  const own = node['Node Type'].endsWith('Scan') ? (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, below) => sum + checkedCount(below), own)
}

/** Scans that read more than the rows of one owner or one key: a whole table, or a whole index with most rows filtered out. */
export function readsTooMuch(plan: string): string[] {
  const lines = plan.split('\n')
  return lines.flatMap((line, at) => {
    const [, scan] = /^\W*((?:Parallel )?(?:Seq Scan.*|Index (?:Only )?Scan.*|Bitmap Index Scan.*))$/.exec(line) ?? []
    if (!scan) return []
    const [, cond = ''] = /^ *Index Cond: (.*)$/.exec(lines[at + 1] ?? '') ?? []
    return byKey.test(cond) ? [] : [`${scan}: ${cond || 'by no condition'}`]
  })
}

/** The columns that identify an owner or a single row. */
const byKey = /\b(subject_id|account_id|id|name|code|key|token_hash|before_hash) = /
