import type pg from 'pg'
import type { Log } from '#server/integrations/log.ts'
import { Client, type Connection } from '../client.ts'
import { isShardAway } from '../is-away.ts'
import { placements } from './placements.ts'

type Statement = { text: string; values: readonly unknown[]; sinceMs: number }
type Worker = { name: string; host: string; port: number; ranges: { min: number; max: number }[] }

const slowMs = 500
const pollMs = 250
const checkMs = 1000

/**
 * Keeps a frozen worker from occupying every connection. PostgreSQL can't end a statement that waits for a machine which accepts
 * connections and never answers: canceling it waits for the same machine. So when a statement is slow, all workers are pinged over
 * new connections. While one doesn't answer, statements about its cards fail at once, and those that wait for it lose their
 * connection. A worker that refuses connections needs no help: Citus reports it at once.
 */
export function guardShards(connection: Connection, log: Log, pools: readonly pg.Pool[]): Disposable {
  const inFlight = new Map<pg.PoolClient, Statement>()
  const closedByGuard = new WeakSet<pg.PoolClient>()
  let frozen: readonly Worker[] = []
  let checking: Client | null = null
  let isCheckFailing = false
  let nextCheckMs = 0
  const timer = setInterval(checkIfSlow, pollMs).unref()
  for (const pool of pools) watch(pool)

  function checkIfSlow() {
    const now = performance.now()
    if (checking || now < nextCheckMs || (frozen.length === 0 && !isSlow(now))) return
    nextCheckMs = now + checkMs
    const limits = { connectionTimeoutMillis: 5000, query_timeout: 5000 }
    const client = new Client({ ...connection, ...limits, application_name: 'carte-shards' })
    checking = client
    check(client)
      .then(() => (isCheckFailing = false), reportFailure)
      .finally(() => {
        checking = null
        void client.end().catch(() => {})
      })
  }

  const isSlow = (now: number) => [...inFlight.values()].some(({ sinceMs }) => now - sinceMs > slowMs)

  /** Frozen workers stay marked: the coordinator is away or full, which says nothing about its workers. */
  function reportFailure({ message }: Error) {
    if (frozen.length > 0 && !isCheckFailing) log.warn('workers-not-checked', { reason: message })
    isCheckFailing = true
  }

  async function check(client: Client) {
    await client.connect()
    await client.query(`set citus.node_connection_timeout = ${checkMs}; set citus.max_cached_conns_per_worker = 0`)
    const { rows: workers } = await client.query<Worker>(shardsOfWorkers)
    const frozenNow: Worker[] = []
    // Checked twice before it counts as frozen: one slow answer proves nothing.
    for (const worker of workers)
      if ((await isSilent(client, worker)) && (isAmong(frozen, worker) || (await isSilent(client, worker)))) frozenNow.push(worker)
    const [frozenSince, answersAgain] = [without(frozenNow, frozen), without(frozen, frozenNow)]
    for (const { name } of frozenSince) log.error('worker-does-not-answer', { node: name })
    for (const { name } of answersAgain) log.info('worker-answers-again', { node: name })
    frozen = frozenNow
    const answering = without(workers, frozen)
    if (frozenNow.length > 0) await closeWaiting(client, answering, frozenSince.length > 0)
  }

  /**
   * Closes connections that wait for a frozen worker; `withCommits`, also those that end a transaction, which names no card. What
   * their sessions locked on the other workers is released there.
   */
  async function closeWaiting(client: Client, answering: readonly Worker[], withCommits: boolean) {
    const now = performance.now()
    const waiting = [...inFlight].flatMap(([each, statement]) =>
      now - statement.sinceMs > slowMs && (mayWait(statement) || (withCommits && isEnd.test(statement.text))) ? [each] : [],
    )
    for (const each of waiting) {
      closedByGuard.add(each)
      void each.end().catch(() => {})
    }
    if (waiting.length === 0 || answering.length === 0) return
    // If one of them can't do it now, the sessions end with their statement's timeout.
    await client
      .query(
        `select * from master_run_on_worker($1::text[], $2::int[], array_fill((
         select format('select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = any(%L)', array_agg(
           'citus_internal gpid=' || citus_calculate_gpid(citus_nodeid_for_gpid(citus_backend_gpid()), pid)))
         from unnest($3::int[]) pid), array[cardinality($1::text[])]), true)`,
        [answering.map(({ host }) => host), answering.map(({ port }) => port), waiting.map(({ processID }) => processID)],
      )
      .catch(() => {})
  }

  const isLost = (id: string) => {
    const hash = hashOfId(id)
    return frozen.some(({ ranges }) => ranges.some(({ min, max }) => min <= hash && hash <= max))
  }

  /** True unless the statement is known to be about other cards only. */
  function mayWait(statement: Statement): boolean {
    const ids = cardsOf(statement)
    return ids.length > 0 ? ids.some(isLost) : aboutCards.test(statement.text)
  }

  function refuse(statement: Statement) {
    if (frozen.length > 0 && cardsOf(statement).some(isLost)) throw unavailable()
  }

  const unavailable = () =>
    Object.assign(new Error(`connection to the remote node ${frozen.map(({ name }) => name).join(' or ')} gets no answer`), {
      code: '08006',
    })

  function watchClient(client: pg.PoolClient) {
    const query = client.query.bind(client) as (...parts: unknown[]) => Promise<unknown>
    async function watched(...parts: unknown[]) {
      const statement = readStatement(parts)
      refuse(statement)
      inFlight.set(client, statement)
      try {
        return await query(...parts)
      } catch (error) {
        throw closedByGuard.has(client) ? unavailable() : error
      } finally {
        inFlight.delete(client)
      }
    }
    Object.assign(client, { query: watched })
  }

  function watch(pool: pg.Pool) {
    const watched = new WeakSet<pg.PoolClient>()
    pool.on('acquire', (client) => {
      if (watched.has(client)) return
      watched.add(client)
      watchClient(client)
    })
    /** The pool's own drops the connection after each error. This keeps it after those of a worker: it is the coordinator's. */
    async function query(...parts: unknown[]) {
      refuse(readStatement(parts))
      const client = await pool.connect()
      try {
        const result = await (client.query as (...parts: unknown[]) => Promise<unknown>)(...parts)
        client.release()
        return result
      } catch (error) {
        client.release(isShardAway(error) ? undefined : (error as Error))
        throw error
      }
    }
    Object.assign(pool, { query })
  }

  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      frozen = []
      void checking?.end().catch(() => {})
    },
  }
}

const isAmong = (workers: readonly Worker[], { name }: Worker) => workers.some((worker) => worker.name === name)
const without = (workers: readonly Worker[], others: readonly Worker[]) => workers.filter((worker) => !isAmong(others, worker))

/** True if nothing came back in time. A worker that refuses connections does so at once. */
async function isSilent(client: Client, { host, port }: Worker): Promise<boolean> {
  const sinceMs = performance.now()
  const question = 'select citus_check_connection_to_node($1, $2) as "isReachable"'
  const { rows } = await client.query<{ isReachable: boolean }>(question, [host, port])
  return !rows[0]?.isReachable && performance.now() - sinceMs >= checkMs * 0.9
}

const shardsOfWorkers = `select nodename || ':' || nodeport as name, nodename as host, nodeport as port,
    json_agg(json_build_object('min', shardminvalue::int, 'max', shardmaxvalue::int)) as ranges
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
  where logicalrelid = 'subject'::regclass and noderole = 'primary' and groupid > 0 group by 1, 2, 3`

const aboutCards = new RegExp(
  `\\b(${Object.keys(placements)
    .filter((name) => placements[name]?.with === 'card')
    .join('|')})\\b`,
)
const isEnd = /^(commit|rollback)/i
/** Where a statement compares with a card's id, and where it inserts one. */
const comparison =
  /(?:\bsubject_id"?|\bsubject"?\."?id"?|\bfrom subject(?: \w+)? where (?:\w+\.)?id)\s*(?:=\s*(?:any\s*\()?|in\s*\()\s*((?:\$\d+(?:,\s*)?)+)/gi
const insertion = /^\s*insert into "?(\w+)"? \(([^)]*)\)\s*(?:values\s*\(|select[^$]*?unnest\()([^)]*)/i

/** The ids of the cards that a statement names. */
function cardsOf({ text, values }: Pick<Statement, 'text' | 'values'>): string[] {
  if (!aboutCards.test(text)) return []
  const [, table, columns = '', inserted = ''] = insertion.exec(text) ?? []
  const at = columns.split(/,\s*/).findIndex((column) => column.replaceAll('"', '') === (table === 'subject' ? 'id' : 'subject_id'))
  const named = [...text.matchAll(comparison)].map(([, found = '']) => found)
  return [...named, inserted.split(',')[at] ?? '']
    .flatMap((found) => found.match(/(?<=\$)\d+/g) ?? [])
    .flatMap((place) => values[Number(place) - 1])
    .filter((value): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value))
}

function readStatement([what, values]: unknown[]): Statement {
  const query = typeof what === 'string' ? { text: what } : (what as Partial<pg.QueryConfig> | undefined)
  return { text: query?.text ?? '', values: (Array.isArray(values) ? values : query?.values) ?? [], sinceMs: performance.now() }
}

/** PostgreSQL's hash of a uuid, by which Citus chooses the shard: `hash_bytes` for 16 bytes (Jenkins' lookup3). */
export function hashOfId(id: string): number {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at))
  const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by))
  const start = (0x9e3779b9 + 16 + 3923095) | 0
  let [a, b, c] = [(start + w0) | 0, (start + w1) | 0, (start + w2) | 0]
  for (const [first, second, third] of [
    [4, 6, 8],
    [16, 19, 4],
  ] as const) {
    a = ((a - c) | 0) ^ rotate(c, first)
    c = (c + b) | 0
    b = ((b - a) | 0) ^ rotate(a, second)
    a = (a + c) | 0
    c = ((c - b) | 0) ^ rotate(b, third)
    b = (b + a) | 0
  }
  a = (a + w3) | 0
  c = ((c ^ b) - rotate(b, 14)) | 0
  a = ((a ^ c) - rotate(c, 11)) | 0
  b = ((b ^ a) - rotate(a, 25)) | 0
  c = ((c ^ b) - rotate(b, 16)) | 0
  a = ((a ^ c) - rotate(c, 4)) | 0
  b = ((b ^ a) - rotate(a, 14)) | 0
  return ((c ^ b) - rotate(b, 24)) | 0
}
