import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathTo } from '#common/path-to.ts'
import { createApp, type App } from '#server/app.ts'
import { openDatabase } from '#server/database/database.ts'
import { distribute } from '#server/database/sharding/distribute.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anEntry } from '../../tests/factories/contacts.ts'
import { createClusterDatabase, startCluster } from '../../tests/harness/cluster.ts'
import { findCitus } from '../../tests/harness/postgres.ts'
import { addressOf, runSql } from '../../tests/harness/run-sql.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { median, timed } from './measure.ts'
import { phone } from './phone.ts'
import { fill, fillContacts, fillVisits } from './scale/fill.ts'

/**
 * Requests on one PostgreSQL and on a Citus coordinator with two workers, each with few and with many cards, in turns. All servers have
 * the same version and settings, are reached over TCP and flush to disk. Fails if a target is missed.
 */
const few = 1000
const many = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 60)
/** Enough that every connection has prepared its statements. */
const warmUpRounds = 30
const perCard = { events: 3, contacts: 3 }
const contactsOfLargeCard = 100_000
/** The most a request may take on the cluster relative to one PostgreSQL, and with many cards relative to few. */
const targets: Record<string, number> = {
  'uncached page': 1.6,
  'contact submission': 1.8,
  'search, 1 match': 1.8,
  'search, 37,500 matches': 1.8,
}
const growthMax = 1.15

type Measured = { prepare?(): Promise<void>; send(): Promise<unknown> }
type Site = Record<string, Measured>

const binaries = findCitus()
if (!binaries) throw new Error('Set CITUS_BINARIES to the programs of a PostgreSQL with Citus.')
const durable = { fsync: 'on', full_page_writes: 'on', max_wal_size: '2GB' }
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  await using stack = new AsyncDisposableStack()
  const single = stack.use(await startCluster(binaries, { workers: 0, settings: { ...durable, shared_preload_libraries: '' } }))
  const cluster = stack.use(await startCluster(binaries, { settings: durable }))
  const openSingle = async (cards: number) => {
    await runSql(single.address, `create database carte_${cards}`)
    return openSite(stack, addressOf(single.address, `carte_${cards}`), cards)
  }
  const openCluster = async (cards: number) => {
    await createClusterDatabase(cluster.nodes, `carte_${cards}`)
    const databaseUrl = addressOf(cluster.address, `carte_${cards}`)
    await (await openDatabase({ databaseUrl, dataDir }, silentLog))[Symbol.asyncDispose]()
    await distribute({ connectionString: databaseUrl }, { print: () => {}, log: silentLog, signal: new AbortController().signal })
    return openSite(stack, databaseUrl, cards)
  }
  const sites = [await openSingle(few), await openCluster(few), await openSingle(many), await openCluster(many)]
  const missed: string[] = []
  console.log('| | one PostgreSQL, ms | cluster, ms | ratio | growth from 1,000 cards, one / cluster |\n|---|---|---|---|---|')
  for (const name of Object.keys(sites[0] ?? {})) {
    const [singleFew = [], clusterFew = [], singleMany = [], clusterMany = []] = await measure(name, sites)
    const ratio = ratioOf(clusterMany, singleMany)
    const growths = [ratioOf(singleMany, singleFew), ratioOf(clusterMany, clusterFew)]
    const [ofSingle, ofCluster] = [median(singleMany).toFixed(1), median(clusterMany).toFixed(1)]
    console.log(`| ${name} | ${ofSingle} | ${ofCluster} | ${ratio.toFixed(2)} | ${growths.map((one) => one.toFixed(2)).join(' / ')} |`)
    if (ratio > (targets[name] ?? Infinity)) missed.push(`${name}: ${ratio.toFixed(2)} of one PostgreSQL, at most ${targets[name]}`)
    if (Math.max(...growths) > growthMax) missed.push(`${name}: grows with the number of cards by more than ${growthMax}`)
  }
  missed.forEach((line) => console.error(`MISSED ${line}`))
  if (missed.length > 0) process.exitCode = 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function openSite(stack: AsyncDisposableStack, databaseUrl: string, cards: number): Promise<Site> {
  const settings = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: mkdtempSync(join(dataDir, 'site-')), DEMO: 'off' })
  const captcha = { challenge: async () => null, verify: async () => ({ ok: true as const, isProved: true }) }
  const options = { log: silentLog, works: false, captcha: captcha as never }
  const app = stack.use(await createApp({ ...settings, limitFactor: 1000 }, options))
  await fill(app, cards, cards * perCard.events, perCard.contacts)
  const large = await aCard(app.deps)
  await fillContacts(app, large.id, contactsOfLargeCard)
  await fillVisits(app, large.id, contactsOfLargeCard)
  // On a connection without the time limits of requests.
  await runSql(databaseUrl, 'vacuum analyze')
  console.error(`${cards.toLocaleString('en')} cards are filled after ${Math.round(performance.now() / 1000)} s`)
  return requestsOf(app, large)
}

async function requestsOf(app: App, large: { id: string; alias: string }): Promise<Site> {
  const { publicUrl } = app.deps.settings
  const owner = await signedIn(app, large.id)
  const { rows } = await app.deps.pool.query<{ name: string }>('select name from alias order by md5(name) limit 1000')
  // Each request is about another card, so that none is cached.
  const aliases = rows.map(({ name }) => name).filter((name) => name !== large.alias)
  let alias = ''
  const prepare = async () => void (alias = aliases.pop() ?? '')
  let revision = 0
  let visitors = 0

  /** Each visitor has another address. */
  async function visit(path: string, init: RequestInit = {}) {
    const place = ++visitors
    const incoming = { socket: { remoteAddress: `10.0.${place >> 8}.${place & 255}` } }
    const request = new Request(publicUrl + path, { ...init, headers: { 'user-agent': phone, ...init.headers } })
    const response = await app.fetch(request, { incoming })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    await response.text()
  }
  const post = (path: string, body: unknown) =>
    visit(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const search = (SearchFor: string) => ({
    send: () => owner.call('contacts.search', { params: { page: 1, pageSize: 10, tag: 'none' }, input: { SearchFor } }),
  })

  return {
    'uncached page': { prepare, send: () => visit(`/${alias}/home`) },
    'contact submission': { prepare, send: () => post(pathTo('contacts.submit'), anEntry({ alias })) },
    'search, 1 match': search('wren 4711'),
    'search, 37,500 matches': search('ann'),
    'report of a month': {
      send: () =>
        owner.call('visits.report', {
          input: {
            timeZone: 'America/New_York',
            DateRanges: [{ StartDate: '29daysAgo', EndDate: 'today' }],
            Dimensions: [{ Name: 'customEvent:platform_used' }],
            Metrics: [{ Name: 'eventCount' }],
          },
        }),
    },
    publish: {
      async prepare() {
        const changes = { title: `Broker ${revision}` }
        revision = (await owner.call('cards.saveDraft', { input: { alias: large.alias, revision, changes, removed: [] } })).revision
      },
      async send() {
        revision = (await owner.call('cards.publishDraft', { input: { alias: large.alias, revision } })).revision
      },
    },
  }
}

/** How long a request takes on each site, round by round. */
async function measure(name: string, sites: readonly Site[]): Promise<number[][]> {
  const times = sites.map((): number[] => [])
  for (let round = -warmUpRounds; round < rounds; round++)
    for (const [place, site] of sites.entries()) {
      await site[name]?.prepare?.()
      const ms = await timed(async () => site[name]?.send())
      if (round >= 0) times[place]?.push(ms)
    }
  return times
}

/** By round, so that a busy moment of the machine affects both. */
function ratioOf(times: readonly number[], others: readonly number[]): number {
  return median(times.map((ms, round) => ms / (others[round] ?? Number.NaN)))
}
