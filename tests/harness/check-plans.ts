import pg from 'pg'
import { afterAll } from 'vitest'

/** Requests in flight. While there is one, statements are the product's; otherwise they are a test's own. */
let inFlight = 0

/** The admin area asks about all cards, so its requests are left out. */
export async function asRequest<T>(path: string, act: () => T | Promise<T>): Promise<T> {
  if (/\/(admin|operator)\b/.test(path)) return act()
  inFlight++
  try {
    return await act()
  } finally {
    inFlight--
  }
}

/** The cards of one owner, or of one batch of events of the payment provider: at most as many shards as cards. */
const byCards = /\b"?(?:id|subject_id)"? (?:= any|in) ?\(|^insert into "(?:invoice|subscription)"/

/** Statements that ask more than one shard, and why they may. */
const exceptions: { text: RegExp; reason: string }[] = [
  {
    text: /^\s*insert into (visit_(event|day|quarter)|contact_count)\b/,
    reason: 'visits of many cards are one batch, and single ones if a shard is unavailable',
  },
  { text: /from visit_day join \(/, reason: 'the same batch' },
  { text: /md5\(direct_link\) in /, reason: 'a link to shorten that names no card; Carte’s pages name it' },
  { text: /"subject"\."is_listed" = /, reason: 'the sitemap, and the search of visitors' },
]

const checked = new Map<string, string | null>()
const running = new Set<Promise<unknown>>()

/** Explains every statement of a request once, and fails a file with one that asks more than one shard of a cluster. */
export function checkPlans(): void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...parts: unknown[]) {
    const { text, values } = statementOf(parts)
    // With one id an array says nothing of several.
    const shape = idsIn(values).length > 1 ? text : `${text} `
    if (inFlight > 0 && hasPlan.test(text) && !checked.has(shape)) {
      checked.set(shape, null)
      const checking = explain(this, { shape, text, values }).finally(() => running.delete(checking))
      running.add(checking)
    }
    return Reflect.apply(query, this, parts)
  } as typeof query
  afterAll(async () => {
    await Promise.all(running)
    const found = [...checked].flatMap(([text, issue]) => (issue ? [`${issue}: ${text}`] : []))
    for (const [text, issue] of checked) if (issue) checked.set(text, null)
    if (found.length > 0) throw new Error(`Statements of requests that ask more than one shard:\n${found.join('\n')}`)
  })

  async function explain(used: pg.Client, { shape, text, values }: { shape: string; text: string; values: unknown[] }) {
    const { host, port, user, database } = used
    const client = new pg.Client({ host, port, user: user ?? '', database: database ?? '' })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await (Reflect.apply(query, client, [`explain (costs off) ${text}`, values]) as Promise<pg.QueryResult>)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      checked.set(shape, issueOf(text, plan, idsIn(values).length))
    } catch (error) {
      // The database of a short test is gone by now: the next use of the statement is explained.
      if (error instanceof Error && /does not exist|terminat/.test(error.message)) checked.delete(shape)
      else checked.set(shape, String(error))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

const hasPlan = /^\s*(select|insert|update|delete|with|values|merge)\b/i

function statementOf([what, values]: unknown[]): { text: string; values: unknown[] } {
  const config = typeof what === 'string' ? { text: what } : (what as Partial<pg.QueryConfig> | undefined)
  return { text: config?.text ?? '', values: (Array.isArray(values) ? values : config?.values) ?? [] }
}

/** The distinct ids among the values, also in arrays. */
const idsIn = (values: unknown[]) => [
  ...new Set(values.flat().filter((value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value)))),
]

function issueOf(text: string, plan: string, idCount: number): string | null {
  if (!plan.includes('Citus') || exceptions.some((exception) => exception.text.test(text))) return null
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  const tasksMax = byCards.test(text) ? Math.max(1, idCount) : 1
  return tasks.length === 1 && (tasks[0] ?? 0) <= tasksMax ? null : `${tasks.join(' and ') || 'unknown'} tasks`
}
