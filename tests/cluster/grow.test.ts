import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { NewContact } from '#contract/contacts.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { createClusterDatabase, distributeForTests, startCluster, type Cluster } from '../harness/cluster.ts'
import { addressOf, queryRows, runSql } from '../harness/run-sql.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'

type OwnedCard = { id: string; alias: string; key: string; owner: SignedIn }

let cluster: Cluster
let databaseUrl: string
let app: TestApp
beforeAll(async () => {
  cluster = await startCluster(process.env.TEST_CITUS_BINARIES ?? '', { workers: 3 })
  // The last one joins later.
  await createClusterDatabase(cluster.nodes.slice(0, 3), 'carte')
  databaseUrl = addressOf(cluster.address, 'carte')
  const before = await anApp({ settings: { databaseUrl } })
  await before[Symbol.asyncDispose]()
  await distributeForTests(databaseUrl)
  app = await anApp({ settings: { databaseUrl, trustProxy: true } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
})

const contactsMax = 40

test('a new worker takes over cards while they are read, edited and contacted', async () => {
  const cards: OwnedCard[] = []
  while (cards.length < 16) {
    const { id, alias } = await aCard(app.deps)
    const owner = await signedIn(app, id)
    const { key } = (await owner.call('cards.read', { params: { alias } }))['{product}'] as { key: string }
    cards.push({ id, alias, key, owner })
  }

  let isDone = false
  const contacts = new Map(cards.map(({ id }) => [id, 0]))
  const tags = new Map<string, string>()
  const failures: { status: number; sinceMs: number }[] = []
  let turns = 0
  let slowestMs = 0
  let longestMs = 0
  const loads = [0, 1, 2].map(async (first) => {
    for (let turn = first; !isDone; turn += 3) {
      turns++
      const card = cards[turn % cards.length]
      if (!card) continue
      for (const act of [readCard, addContact, changeTags]) {
        const since = performance.now()
        for (let isSaved = false; !isSaved && !isDone;) {
          const begun = performance.now()
          isSaved = await act(card, turn).then(
            () => true,
            async (error: unknown) => {
              failures.push({ status: isProblem(error) ? error.problem.status : 500, sinceMs: performance.now() - since })
              await wait(50)
              return false
            },
          )
          slowestMs = Math.max(slowestMs, performance.now() - begun)
        }
        longestMs = Math.max(longestMs, performance.now() - since)
        await wait(20)
      }
    }
  })
  async function readCard({ owner, alias }: OwnedCard) {
    await owner.call('cards.read', { params: { alias } })
  }
  async function addContact({ owner, alias, id }: OwnedCard) {
    const count = contacts.get(id) ?? 0
    if (count === contactsMax) return
    const entered = { submissionId: crypto.randomUUID(), name: 'Tobias', emailAddress: 'tobias@example.com' }
    await owner.call('contacts.create', { input: NewContact.parse({ alias, ...entered }) })
    contacts.set(id, (contacts.get(id) ?? 0) + 1)
  }
  async function changeTags({ owner, alias, key, id }: OwnedCard, turn: number) {
    await owner.call('cards.updateSettings', {
      input: { alias, key, updateType: 16, setting: 'connectClientsSetting.applyTags', value: `Tag ${turn}` },
    })
    tags.set(id, `Tag ${turn}`)
  }

  await wait(1000)
  const newest = cluster.nodes[3] ?? ''
  await runSql(newest, 'create database carte')
  for (const extension of ['citus', 'pg_trgm', 'btree_gin']) await runSql(addressOf(newest, 'carte'), `create extension ${extension}`)
  const { port } = new URL(newest)
  await runSql(databaseUrl, `select citus_add_node('127.0.0.1', ${port})`)
  await runSql(databaseUrl, 'select citus_rebalance_start()')
  await runSql(databaseUrl, 'select citus_rebalance_wait()')
  await wait(500)
  isDone = true
  await Promise.all(loads)
  console.info(
    `${turns} turns, ${failures.length} failures, slowest ${Math.round(slowestMs)} ms, longest until done ${Math.round(longestMs)} ms`,
  )
  expect(failures.filter(({ status }) => status !== 503)).toEqual([])
  expect(longestMs).toBeLessThan(15_000)

  const moved: string[] = []
  for (const { id } of cards) {
    const [row] = await queryRows<{ port: number }>(
      databaseUrl,
      `select nodeport as port from citus_shards where table_name = 'subject'::regclass
       and shardid = get_shard_id_for_distribution_column('subject', '${id}'::uuid)`,
    )
    if (String(row?.port) === port) moved.push(id)
  }
  expect(moved.length).toBeGreaterThan(0)
  for (const { id, alias, owner } of cards) {
    const read = (await owner.call('cards.read', { params: { alias } }))['{product}'] as {
      settings: { connectClientsSetting: { applyTags: string } }
    }
    expect(read.settings.connectClientsSetting.applyTags).toBe(tags.get(id) ?? '')
    const [row] = await queryRows<{ count: number }>(databaseUrl, `select count(*)::int as count from contact where subject_id = '${id}'`)
    expect(row?.count).toBe(contacts.get(id))
  }
})
