import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { hashOfId } from '#server/database/sharding/guard-shards.ts'
import { phone } from '../../lab/bench/phone.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { createClusterDatabase, distributeForTests, startCluster, type Cluster } from '../harness/cluster.ts'
import { eventually } from '../harness/eventually.ts'
import type { Postgres } from '../harness/postgres.ts'
import { addressOf, queryRows, runSql } from '../harness/run-sql.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

type Card = { id: string; alias: string; owner: SignedIn; isLost: boolean }

let cluster: Cluster
let databaseUrl: string
let app: TestApp
let cards: Card[]
beforeAll(async () => {
  cluster = await startCluster(process.env.TEST_CITUS_BINARIES ?? '')
  await createClusterDatabase(cluster.nodes, 'carte')
  databaseUrl = addressOf(cluster.address, 'carte')
  const before = await anApp({ settings: { databaseUrl } })
  await before[Symbol.asyncDispose]()
  await distributeForTests(databaseUrl)
  app = await anApp({ settings: { databaseUrl, trustProxy: true, limitFactor: 1000 } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
})

/** New ones for each test, as a card accepts only so many contacts. */
beforeEach(async () => {
  cards = []
  while (cards.length < 12) {
    const { id, alias } = await aCard(app.deps)
    const isLost = await isOnFirstWorker(id)
    if (cards.filter((card) => card.isLost === isLost).length < 6) cards.push({ id, alias, owner: await signedIn(app, id), isLost })
  }
})

async function isOnFirstWorker(id: string): Promise<boolean> {
  const [row] = await queryRows<{ port: number }>(
    databaseUrl,
    `select nodeport as port from citus_shards where table_name = 'subject'::regclass
     and shardid = get_shard_id_for_distribution_column('subject', '${id}'::uuid)`,
  )
  return String(row?.port) === new URL(cluster.nodes[1] ?? '').port
}

const view = (card: Card | undefined) => app.ask(`/remote/api/public/e-card-by-alias/${card?.alias}`)
const newest = (alias: string) => ({ params: { page: 1, pageSize: 1, tag: 'none' }, input: { alias, SearchFor: '' } })

const search = ({ alias, owner }: Pick<Card, 'alias' | 'owner'>) =>
  owner.ask('/remote/api/clients/connected-clients/search/1/10/none', post({ alias, SearchFor: '' }))

/** Each of these needs the card's shard. None is answered from memory. */
const uses: Record<string, (card: Card) => Promise<{ status: number; headers: Headers }>> = {
  'a contact is added': ({ alias, owner }) => owner.ask('/remote/api/clients/connected-clients/create', post({ alias, ...aContact() })),
  'contacts are searched': search,
  'the editor is opened': ({ alias, owner }) =>
    owner.ask(`/remote/api/carte/editor/${alias}`, { headers: { 'x-csrf': '1', 'x-forwarded-for': anAddress() } }),
  'a visit is counted': ({ alias }) =>
    app.ask('/remote/api/public/track', post({ alias, events: [{ name: 'page_view', params: { page_name: 'home' } }] })),
}
const post = (body: object) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'user-agent': phone, 'x-csrf': '1', 'x-forwarded-for': anAddress() },
})
/** Another client each time, so that no rate limit is reached. */
const anAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`
const aContact = () => ({ submissionId: crypto.randomUUID(), name: 'Tobias', fullName: 'Tobias Wren', emailAddress: 'tobias@example.com' })

type Outcome = { isLost: boolean; use: string; status: number; retryAfter: string | null; tookMs: number }

/** Requests as of eight visitors and owners; `outcomes` gets those that began and ended in the same phase. */
function startLoad() {
  const saved = new Map<string, number>()
  const outcomes: Record<'calm' | 'away' | 'between', Outcome[]> = { calm: [], away: [], between: [] }
  let phase: keyof typeof outcomes = 'calm'
  let isDone = false
  const loads = Array.from({ length: loaders }, async (_, first) => {
    for (let turn = first; !isDone; turn++) {
      const card = cards[turn % cards.length]
      const [use, act] = Object.entries(uses)[Math.floor(turn / cards.length) % Object.keys(uses).length] ?? []
      if (!card || !use || !act) continue
      const [before, begunMs] = [phase, performance.now()]
      const { status, headers } = await act(card)
      if (use === 'a contact is added' && status === 200) saved.set(card.id, (saved.get(card.id) ?? 0) + 1)
      const tookMs = performance.now() - begunMs
      if (before === phase) outcomes[phase].push({ isLost: card.isLost, use, status, retryAfter: headers.get('retry-after'), tookMs })
      await wait(20)
    }
  })
  return {
    saved,
    outcomes,
    /** Until there are enough outcomes, of lost cards too while the worker is away. */
    async during(name: 'calm' | 'away') {
      phase = name
      const enough = outcomes[name].length + 300
      await eventually(() => expect(outcomes[name].length).toBeGreaterThan(enough))
      if (name === 'away') await eventually(() => expect(outcomes.away.filter(({ isLost }) => isLost).length).toBeGreaterThan(200))
      phase = 'between'
    },
    async end() {
      isDone = true
      await Promise.all(loads)
    },
  }
}
const loaders = 12

const ways = {
  stopped: { away: (worker: Postgres) => worker.stop(), back: (worker: Postgres) => worker.start() },
  killed: { away: (worker: Postgres) => kill(worker.data), back: (worker: Postgres) => worker.start() },
  frozen: { away: (worker: Postgres) => signalAll(worker.data, 'SIGSTOP'), back: (worker: Postgres) => signalAll(worker.data, 'SIGCONT') },
}

test.each(Object.entries(ways))('with a worker %s, only its cards wait, and it comes back by itself', async (_, { away, back }) => {
  const worker = cluster.servers[1]
  if (!worker) throw new Error('there is no worker')
  const before = new Map(await Promise.all(cards.map(async (card) => [card.id, await countContacts(card)] as const)))
  const [viewed, unviewed] = cards.filter(({ isLost }) => isLost)
  expect((await view(viewed)).status).toBe(200)
  const load = startLoad()
  await load.during('calm')
  await away(worker)
  try {
    await load.during('away')
    const [other, lost] = [false, true].map((isLost) => cards.find((card) => card.isLost === isLost))
    expect((await view(other)).status).toBe(200)
    // From memory, unlike one that was not viewed before.
    expect((await view(viewed)).status).toBe(200)
    const refused = await view(unviewed)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    // An owner of cards on both workers logs in, sees which card is missing, and works with the other.
    const both = await signedIn(app, lost?.id ?? '', other?.id ?? '')
    expect((await both.call('cards.own')).map(({ alias, isAvailable }) => ({ alias, isAvailable }))).toEqual([
      { alias: other?.alias, isAvailable: true },
      { alias: lost?.alias, isAvailable: false },
    ])
    expect((await search({ alias: other?.alias ?? '', owner: both })).status).toBe(200)
    const [contact] = (await both.call('contacts.search', newest(other?.alias ?? ''))).results
    expect(await both.call('contacts.read', { params: { id: contact?.id ?? '' } })).toMatchObject({ id: contact?.id })
    expect((await search({ alias: lost?.alias ?? '', owner: both })).status).toBe(503)
  } finally {
    await back(worker)
  }
  for (const card of cards) await eventually(async () => expect((await search(card)).status).toBe(200))
  await load.during('calm')
  await load.end()
  for (const card of cards) for (const [use, act] of Object.entries(uses)) expect((await act(card)).status, use).toBe(200)

  const { calm, away: during } = load.outcomes
  expect(during.filter(({ isLost, status }) => !isLost && status !== 200)).toEqual([])
  const waiting = during.filter(({ isLost }) => isLost)
  expect(waiting.length).toBeGreaterThan(0)
  expect(waiting.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([])
  for (const card of cards)
    expect(await countContacts(card)).toBeGreaterThanOrEqual((before.get(card.id) ?? 0) + (load.saved.get(card.id) ?? 0))
  const [calmMs = 0, awayMs = 0] = [calm, during].map((those) => p95(those.filter(({ isLost }) => !isLost)))
  // Measured on an idle machine: at most twice the calm. A busy one adds its own waits, which are shorter than those for a worker.
  expect(awayMs, `calm ${calmMs} ms`).toBeLessThanOrEqual(2 * calmMs + 500)
  console.info(
    `p95 of the other worker's cards: ${awayMs} ms of ${during.length}, calm ${calmMs} ms of ${calm.length}, slowest ${Math.round(Math.max(...during.filter(({ isLost }) => !isLost).map(({ tookMs }) => tookMs)))}; lost p95 ${p95(waiting)}`,
  )
})

const p95 = (those: Outcome[]) =>
  Math.round(those.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)[Math.floor(those.length * 0.95)] ?? 0)

describe('on a connection of its own', () => {
  const events: string[] = []
  const note = (event: string) => void events.push(event)
  let database: Database
  let other: string
  let lost: string
  beforeEach(async () => {
    events.length = 0
    database = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, { ...silentLog, info: note, warn: note, error: note })
    ;[other = '', lost = ''] = [false, true].map((isLost) => cards.find((card) => card.isLost === isLost)?.id)
  })
  afterEach(() => database[Symbol.asyncDispose]())

  const read = (id: string, seconds = 0) => database.pool.query('select pg_sleep($2) from subject where id = $1', [id, seconds])

  test('a healthy cluster with a slow statement is left alone', async () => {
    const checks = new Set<number>()
    let isDone = false
    const reading = read(other, 3).finally(() => (isDone = true))
    while (!isDone) for (const { pid } of await checksNow()) checks.add(pid)
    expect((await reading).rowCount).toBe(1)
    expect(checks.size).toBeGreaterThan(1)
    expect(events).toEqual([])
  })

  test('a worker that misses one check is not frozen', async () => {
    await using worker = freeze()
    const reading = read(lost)
    const questions = new Set<string>()
    await eventually(async () => {
      for (const { since } of await checksNow(`state = 'active' and query_start < clock_timestamp() - interval '0.2 s'`))
        questions.add(since)
      expect(questions.size).toBe(2)
    })
    await worker[Symbol.asyncDispose]()
    expect((await reading).rowCount).toBe(1)
    expect(events).toEqual([])
  })

  test('a frozen worker stays so while it cannot be checked, and commits elsewhere end', async () => {
    await using _ = freeze()
    await expect(read(lost)).rejects.toThrow('gets no answer')
    await database.pool.query('rollback; select pg_sleep(3)')
    await runSql(cluster.address, 'alter database carte allow_connections false')
    try {
      await eventually(() => expect(events).toContain('workers-not-checked'))
      await expect(read(lost)).rejects.toThrow('gets no answer')
      await read(other, 3)
    } finally {
      await runSql(cluster.address, 'alter database carte allow_connections true')
    }
    expect(events).toEqual(['worker-does-not-answer', 'workers-not-checked'])
  })
})

const checksNow = (condition = 'true') =>
  queryRows<{ pid: number; since: string }>(
    cluster.address,
    `select pid, query_start::text as since from pg_stat_activity where application_name = 'carte-shards' and ${condition}`,
  )

function freeze(): AsyncDisposable {
  const data = cluster.servers[1]?.data ?? ''
  signalAll(data, 'SIGSTOP')
  return { [Symbol.asyncDispose]: async () => signalAll(data, 'SIGCONT') }
}

test('hashOfId equals the hash by which Citus chooses the shard', async () => {
  const ids = Array.from({ length: 50 }, () => crypto.randomUUID())
  const rows = await queryRows<{ hash: number }>(databaseUrl, `select worker_hash(id) as hash from unnest('{${ids.join()}}'::uuid[]) id`)
  expect(ids.map(hashOfId)).toEqual(rows.map(({ hash }) => hash))
})

async function countContacts({ id }: Card): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    addressOf(cluster.address, 'carte'),
    `select count(*)::int as count from contact where subject_id = '${id}'`,
  )
  return row?.count ?? 0
}

const pidOf = (data: string) => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** To every process of the server, its own first. Stopped, its kernel still accepts connections, which then get no answer. */
function signalAll(data: string, signal: 'SIGSTOP' | 'SIGCONT') {
  const pid = pidOf(data)
  process.kill(pid, signal)
  for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' '))
    try {
      process.kill(Number(child), signal)
    } catch {
      // Resumed, some end at once.
    }
}

/** As a crash: every process of the server ends at once, without a word to its clients. */
async function kill(data: string) {
  const pid = pidOf(data)
  process.kill(pid, 'SIGQUIT')
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
}
