import pg from 'pg'
import { vi } from 'vitest'

export type Statement = { text: string; values: unknown[] }

/** What is said to any database while something is done, as it is said. */
export async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    return query.mock.calls.map(([what, values]: unknown[]) => spoken(what, values)).filter(({ text }) => !isFrame.test(text))
  } finally {
    query.mockRestore()
  }
}

/** What only opens and shuts a transaction has no plan; a connection that listens gives a sign of life now and then. */
const isFrame = /^\s*(begin|commit|rollback|savepoint|release|set|notify|select pg_notify)\b|pg_listening_channels/i

function spoken(what: unknown, values: unknown): Statement {
  const config: pg.QueryConfig = typeof what === 'string' ? { text: what } : (what as pg.QueryConfig)
  return { text: config.text, values: (values as unknown[] | undefined) ?? config.values ?? [] }
}

/** Its plan in words. `isScanForbidden`: with few rows a scan of them all is right; forbidden, it is still taken where no index leads to them. */
export async function planOf(pool: pg.Pool, { text, values }: Statement, { isScanForbidden = false } = {}): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local enable_seqscan = ${isScanForbidden ? 'off' : 'on'}`)
    const { rows } = await client.query(`explain (costs off) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type Node = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] } & Record<
  `Rows Removed by ${string}`,
  number
>

/** How many rows and entries of indexes its scans really look at, those they throw away among them. */
export async function rowsLookedAt(pool: pg.Pool, { text, values }: Statement): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values)
    return lookedAt(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function lookedAt(node: Node): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node
  const own = node['Node Type'].endsWith('Scan') ? (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, below) => sum + lookedAt(below), own)
}

/** Scans that read more than the rows of one owner or one key: a whole table, or a whole index with what does not fit thrown away. */
export function readsTooMuch(plan: string): string[] {
  const lines = plan.split('\n')
  return lines.flatMap((line, at) => {
    const [, scan] = /^\W*((?:Parallel )?(?:Seq Scan.*|Index (?:Only )?Scan.*|Bitmap Index Scan.*))$/.exec(line) ?? []
    if (!scan) return []
    const [, cond = ''] = /^ *Index Cond: (.*)$/.exec(lines[at + 1] ?? '') ?? []
    return byKey.test(cond) ? [] : [`${scan}: ${cond || 'by no condition'}`]
  })
}

/** The owner of a row, or what it is found by alone. */
const byKey = /\b(subject_id|account_id|id|name|code|key|token_hash|before_hash) = /
