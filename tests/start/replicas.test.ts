import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, type EndpointName } from '#contract/addresses.ts'
import { appPaths, cardHref, cardPages, type CardPage } from '#contract/pages.ts'
import type { AgentReview } from '#contract/reviews.ts'
import { createApp } from '#server/app.ts'
import { openChanges, type Changes } from '#server/db/changes.ts'
import { openDatabase, type Database, type Db } from '#server/db/database.ts'
import { keptAfter } from '#server/reviews/kept-policy.ts'
import { putReviews } from '#server/reviews/review-store.ts'
import { readSettings } from '#server/settings.ts'
import { phone } from '../../bench/phone.ts'
import { aCard } from '../factories/cards.ts'
import { savePicture } from '../factories/pictures.ts'
import type { Postgres } from '../harness/postgres.ts'
import { silentLog } from '../harness/silent-log.ts'
import { addressOf, tell } from '../harness/tell.ts'
import { aWire, type Wire } from '../harness/wire.ts'
import { aPostgres } from './a-postgres.ts'
import { filled, type Parts } from '../../web/platform/fill-address.ts'
import { aStandby } from './a-standby.ts'
import { aFolder } from './program.ts'

let primary: Postgres
let standby: Postgres
let database: Database
/** The way that changes are heard by. */
let wire: Wire
let changes: Changes
const said: string[] = []
const log = {
  ...silentLog,
  info: (event: string) => said.push(event),
  warn: (event: string) => said.push(event),
  error: (event: string) => said.push(event),
}
const open = (databaseUrl: string, ...databaseReplicaUrls: string[]) =>
  openDatabase({ databaseUrl, databaseReplicaUrls, dataDir: '/nowhere' }, log)

const soon = { timeout: 10_000, interval: 50 }
const isStandby = async (db: Db) => (await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)).rows[0]?.is
const shown = () => database.reads.shown(isStandby)
const report = () => database.reads.report(isStandby)
const up = () => [...database.reads.gauges().up.values()]

/** The whole product on both of them, without a port. */
async function anAppOn(dataDir: string) {
  const [url, copy] = [addressOf(primary.address, 'carte'), addressOf(standby.address, 'carte')]
  const settings = readSettings({ DATABASE_URL: url, DATABASE_REPLICA_URLS: copy, DATA_DIR: dataDir, DEMO: 'off' })
  const app = await createApp(settings, { log: silentLog, works: false })
  const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const ask = (path: string, userAgent: string) =>
    app.fetch(new Request(new URL(path, settings.publicUrl), { headers: { 'user-agent': userAgent } }), here)
  return { ...app, ask }
}

/** Stopped, until the test is over. */
async function away(server: Postgres): Promise<AsyncDisposable> {
  await server.stop()
  return { [Symbol.asyncDispose]: () => server.start() }
}

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** What browsers and programs ask for of a card beside its pages. */
const asked: [EndpointName, Parts?][] = [
  ['cards.read', { version: undefined }],
  ['cards.settings'],
  ['cards.homepageSettings'],
  ['cards.services'],
  ['cards.components'],
  ['cards.vCard'],
  ['cards.qr'],
  ['cards.installQr'],
  ['cards.preview'],
  ['cards.appIcon', { shape: '192' }],
  ['cards.appScreenshot', { shape: 'narrow' }],
  ['media.profileImage'],
  ['media.cardImage'],
  ['media.officeLogo'],
  ['media.backgroundImage', { image: 'a', theme: 'light' }],
  ['media.profileIcon'],
  ['media.profileImageResized'],
  ['reviews.agent', { screenName: 'ada-winter', id: '0' }],
  ['releases.history', { versionType: 'production' }],
]
const filesOf = (alias: string, subjectId: string) => [
  `/${alias}/${appPaths.manifest}`,
  ...asked.map(([name, parts]) => `${filled(addresses[name], { alias, version: 'latest', ...parts })}?subjectId=${subjectId}`),
]

const aReview: AgentReview = {
  description: 'She found us a house in a week.',
  rating: 5,
  ratingText: '5',
  reviewURL: '',
  reviewDate: '06/01/2026',
  reviewer: 'desmond',
  reviewerLink: '',
  reviewSummary: '',
  localknowledgeRating: null,
  processexpertiseRating: null,
  responsivenessRating: null,
  negotiationskillsRating: null,
}

beforeAll(async () => {
  primary = await aPostgres()
  await tell(primary.address, 'create database carte')
  standby = await aStandby(primary)
  database = await open(addressOf(primary.address, 'carte'), addressOf(standby.address, 'carte'))
  wire = await aWire(addressOf(primary.address, 'carte'))
  changes = await openChanges({ db: database.db, connection: { connectionString: wire.url } }, log)
  database.reads.follow(changes)
})
afterAll(async () => {
  await changes[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await standby[Symbol.asyncDispose]()
  await primary[Symbol.asyncDispose]()
})

test('what visitors are shown and reports come from a replica that has caught up', async () => {
  await expect.poll(shown, soon).toBe(true)
  expect(await report()).toBe(true)
  expect(up()).toEqual([1])
})

test('after a change, what is shown comes from the primary until the replica has replayed it; reports may be a moment old', async () => {
  await tell(standby.address, 'select pg_wal_replay_pause()')
  await changes.write(async (tx, told) => {
    await tx.execute(sql`insert into spent values ('test', 'a', now())`)
    told('card:a')
  })
  expect([await shown(), await report()]).toEqual([false, true])

  await tell(standby.address, 'select pg_wal_replay_resume()')
  await expect.poll(shown, soon).toBe(true)
  const count = (db: Db) => db.execute<{ count: number }>(sql`select count(*)::int from spent`)
  expect((await database.reads.shown(count)).rows).toEqual([{ count: 1 }])
})

test('while changes are not heard, a replica that does not replay is passed over; one that keeps up is asked', async () => {
  await expect.poll(shown, soon).toBe(true)
  await tell(standby.address, 'select pg_wal_replay_pause()')
  wire.cut()
  await tell(addressOf(primary.address, 'carte'), `insert into spent values ('test', 'unheard', now())`)
  await expect.poll(shown, soon).toBe(false)

  await tell(standby.address, 'select pg_wal_replay_resume()')
  await expect.poll(shown, soon).toBe(true)
  expect(changes.isHeard()).toBe(false)
  wire.mend()
  await expect.poll(changes.isHeard, soon).toBe(true)
})

test('a replica that goes away is asked no more, nobody notices, and when it is back it is asked again', async () => {
  said.length = 0
  await standby.stop()
  expect([await shown(), await report()]).toEqual([false, false])
  expect(up()).toEqual([0])
  expect(said).toContain('replica-away')

  await standby.start()
  await expect.poll(shown, soon).toBe(true)
  expect(said).toContain('replica-reached')
  expect(up()).toEqual([1])
})

test('what is shown goes on from a replica while the primary is away', async () => {
  await expect.poll(shown, soon).toBe(true)
  await primary.stop()
  expect(await shown()).toBe(true)
  await primary.start()
})

test('while the primary is away a card nobody looked at before is shown whole: every page, its files and its pictures', async () => {
  await using folder = await aFolder()
  await using app = await anAppOn(folder.path)
  const { needs } = app
  const card = await aCard(needs, {
    alias: 'ada',
    zillowWebServicesId: 'ada-winter',
    showZillowReviews: true,
    services: [{ gradeServiceId: 6, directLink: 'https://instagram.com/ada' }],
  })
  const face = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()
  await needs.changes.write(async (tx, told) => {
    for (const kind of ['profile', 'logo', 'background'] as const) await savePicture(needs, tx, card.id, kind, face)
    const reviews = { profile: { profileURL: 'https://zillow.example/ada' }, reviews: [aReview] }
    const kept = keptAfter({ kind: 'found', reviews }, null, needs.clock.now())
    await putReviews(tx, { subjectId: card.id, source: 'zillow-agent', key: 'ada-winter' }, kept)
    told(`card:${card.id}`)
  })
  await expect.poll(needs.reads.isShownElsewhere, soon).toBe(true)
  await using _primary = await away(primary)

  const pages = (Object.keys(cardPages) as CardPage[]).map((page) => cardHref({ alias: 'ada' }, page))
  for (const path of [...pages, ...filesOf('ada', card.id)]) expect([path, (await app.ask(path, phone)).status]).toEqual([path, 200])
  for (const path of pages) expect([path, (await app.ask(path, desktop)).status]).toEqual([path, 200])
  expect(await (await app.ask(cardHref({ alias: 'ada' }, 'reviews'), phone)).text()).toContain(aReview.description)
  expect(await (await app.ask(cardHref({ alias: 'ada' }, 'home'), desktop)).text()).toContain(aReview.description)

  const ready = await app.ask('/readyz', 'a balancer')
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('writes are refused')])
  expect(await (await app.ask('/metrics', 'Prometheus')).text()).toMatch(/^carte_database_up 0$/m)
  await using _standby = await away(standby)
  await expect.poll(async () => (await app.ask('/readyz', 'a balancer')).status, soon).toBe(503)
})

test('what cannot be right is refused in one line', async () => {
  const [carte, copy] = [addressOf(primary.address, 'carte'), addressOf(standby.address, 'carte')]
  await expect(open(carte, carte)).rejects.toThrow(/in DATABASE_REPLICA_URLS is no standby: it takes writes of its own\. [^\n]+$/)
  await expect(open(carte, standby.address)).rejects.toThrow(/in DATABASE_REPLICA_URLS is a standby of another database than DATABASE_URL/)
  const wrong = new URL(copy)
  wrong.pathname = '/nobody'
  await expect(open(carte, wrong.href)).rejects.toThrow(/The database named in DATABASE_REPLICA_URLS does not exist\. [^\n]+$/)
  await expect(open(copy)).rejects.toThrow(/The PostgreSQL at DATABASE_URL is a standby and takes no writes/)

  await tell(primary.address, 'create database still')
  await tell(primary.address, 'alter database still set default_transaction_read_only = on')
  await expect(open(addressOf(primary.address, 'still'))).rejects.toThrow(/is switched to read-only/)

  const latin = `encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`
  await tell(primary.address, `create database latin ${latin}`)
  await expect(open(addressOf(primary.address, 'latin'))).rejects.toThrow(/is kept in LATIN1, .+ createdb --encoding=UTF8/)
})

test('a replica that is away does not keep the program from starting', async () => {
  await standby.stop()
  said.length = 0
  const another = await open(addressOf(primary.address, 'carte'), addressOf(standby.address, 'carte'))
  expect(said).toContain('replica-away')
  expect(await another.reads.shown(isStandby)).toBe(false)
  await another[Symbol.asyncDispose]()
  await standby.start()
})

test('a replica of another database that was away at the start is never asked when it comes', async () => {
  await tell(primary.address, 'create database other')
  await standby.stop()
  const heard: string[] = []
  const ears = { ...silentLog, info: (event: string) => heard.push(event), error: (event: string) => heard.push(event) }
  const place = { databaseUrl: addressOf(primary.address, 'other'), databaseReplicaUrls: [addressOf(standby.address, 'carte')] }
  await using another = await openDatabase({ ...place, dataDir: '/nowhere' }, ears)
  await standby.start()
  await expect.poll(() => heard, soon).toContain('replica-of-another')
  expect(heard).not.toContain('replica-reached')
  expect([await another.reads.shown(isStandby), await another.reads.report(isStandby)]).toEqual([false, false])
})
