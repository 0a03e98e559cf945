import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { isAway } from '#server/database/is-away.ts'
import { openPool } from '#server/database/pool.ts'
import { reachDatabase } from '#server/database/reach-database.ts'
import { openWorkLocks } from '#server/database/work-locks.ts'
import { password, seedOwners, type Owner } from '../../lab/kills/seed-owners.ts'
import { runRounds } from '../../lab/kills/run-rounds.ts'
import { chosenStage } from '../../lab/kills/stages.ts'
import { findServerPrograms } from '../harness/postgres.ts'
import { readOutbox } from '../harness/outbox.ts'
import { queryRows, runSql } from '../harness/run-sql.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { freePort } from '../harness/site.ts'
import { aBalancer, type Balancer } from './balancer.ts'
import { callerAt } from './caller.ts'
import { aLoad } from './load.ts'
import { aFolder, run, type Program } from './program.ts'
import { aReplicatedPostgres, type ReplicatedPostgres } from './replicated-postgres.ts'

const binaries = findServerPrograms() ?? ''
const seed = 261_122

describe.skipIf(!binaries)('failover to a standby (needs Debian’s postgresql)', { timeout: 180_000 }, () => {
  const closing = new AsyncDisposableStack()
  let postgres: ReplicatedPostgres
  let dataDir: string
  let owners: Owner[]
  let instances: (Program & { url: string })[]
  let balancer: Balancer
  const environment = (url: string) => chosenStage(dataDir, url).environment

  beforeAll(async () => {
    postgres = closing.use(await aReplicatedPostgres(binaries))
    dataDir = closing.use(await aFolder()).path
    const seeded = await seedOwners(environment(postgres.url), 2)
    owners = seeded.owners
    instances = await Promise.all([anInstance(), anInstance()])
    balancer = closing.use(await aBalancer(instances.map(({ url }) => url)))
  })
  beforeEach(() => void balancer.answers.splice(0))
  afterAll(() => closing.disposeAsync())

  async function anInstance(url = postgres.url) {
    const port = await freePort()
    const program = closing.use(run('tests/start/serve-calls.ts', { ...environment(url), PORT: String(port) }))
    await program.waitForOutput('serves calls')
    return { ...program, url: `http://127.0.0.1:${port}` }
  }

  test('synchronous: every acknowledged write of every kind is kept', async () => {
    await using pair = await aReplicatedPostgres(binaries)
    await using folder = await aFolder()
    const stage = {
      ...chosenStage(folder.path, pair.url),
      victims: ['database'] as const,
      killDatabase: pair.killPrimary,
      async startDatabase() {
        await failOver(pair)
        await pair.replicate('synchronous')
      },
    }
    const seeded = await seedOwners(stage.environment, 6)
    await pair.replicate('synchronous')
    const rounds = await runRounds(stage, seeded, { times: 3, seed, mostMs: 400 })
    expect(rounds.flatMap(({ issues }) => issues)).toEqual([])
    expect(rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(10)
  })

  const failures = {
    'the primary is killed': () => postgres.killPrimary(),
    'a planned switchover': () => postgres.primary().stop(),
    'the primary’s machine vanishes': async () => {
      postgres.proxy.vanish()
      await postgres.killPrimary()
    },
  }
  test.each([
    ['the primary is killed', 'synchronous'],
    ['a planned switchover', 'asynchronous'],
    ['the primary’s machine vanishes', 'synchronous'],
  ] as const)('%s, %s: requests get 503 for a while, nothing is lost', async (what, mode) => {
    await postgres.replicate(mode)
    const load = loadAt(balancer.url)
    await load.more(20)
    const failedMs = performance.now()
    await failures[what]()
    // Until a failover manager notices; it takes longer.
    await wait(1000)
    await failOver(postgres)
    const movedMs = performance.now()
    await load.more(20)
    // A connection that hangs is noticed by its timeout.
    const failed = () => balancer.answers.filter(isFailure)
    const lastMs = () => failed().at(-1)?.atMs ?? movedMs
    await expect.poll(() => performance.now() - lastMs(), { timeout: 90_000 }).toBeGreaterThan(3000)
    await load.stop()

    expect(failed().filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([])
    expect(await lost(load)).toEqual([])
    const slowestMs = Math.max(...balancer.answers.map(({ tookMs }) => tookMs))
    const after = (atMs = failedMs) => seconds(atMs - failedMs)
    console.info(
      `${what}: ${failed().length} of ${balancer.answers.length} answers were 503, from ${after(failed()[0]?.atMs)} to ${after(lastMs())}; the address moved after ${after(movedMs)}, the slowest answer took ${seconds(slowestMs)}`,
    )
    // A hanging connection ends after 20 s. Three times as much for a busy machine.
    const isVanished = what.endsWith('vanishes')
    expect(lastMs() - movedMs).toBeLessThan(isVanished ? 90_000 : 15_000)
    expect(slowestMs).toBeLessThan(isVanished ? 90_000 : 30_000)
    await expectAllWorks()
  })

  test('asynchronous: only what the standby had not received is lost', async () => {
    await postgres.replicate('asynchronous')
    const load = loadAt(balancer.url)
    await load.more(20)
    const received = new Set(load.acknowledged)
    await postgres.catchUp()
    await runSql(postgres.standby().url, `alter system set primary_conninfo = ''`)
    await runSql(postgres.standby().url, 'select pg_reload_conf()')
    await expect.poll(() => queryRows(postgres.primary().url, 'select from pg_stat_replication')).toEqual([])
    await load.more(10)
    await postgres.killPrimary()
    await failOver(postgres)
    await load.more(10)
    await load.stop()

    const names = await lost(load)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => received.has(name))).toEqual([])
    console.info(`asynchronous, the standby disconnected: ${names.length} acknowledged contacts lost, none that it had received`)
    await expectAllWorks()
  })

  test('connections leave a standby that took the primary’s place', async () => {
    await postgres.replicate('asynchronous')
    const { proxy } = postgres
    const load = loadAt(balancer.url)
    await load.more(5)
    proxy.moveTo(postgres.standby().url)
    proxy.cut()
    proxy.restore()
    const refused = () => balancer.answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === '5')
    await expect.poll(() => refused().length).toBeGreaterThan(10)
    await expect.poll(() => countConnections(postgres.standby().url)).toBeGreaterThan(0)
    // Connections to the standby stay open, as after a change of DNS.
    proxy.moveTo(postgres.primary().url)
    await load.more(20)
    await expect.poll(() => countConnections(postgres.standby().url), { timeout: 15_000 }).toBe(0)
    await load.stop()
    expect(balancer.answers.filter(({ status, retryAfter }) => status >= 500 && (status !== 503 || !retryAfter))).toEqual([])
    await expectAllWorks()
  })

  test('a lock on a standby counts as unavailable, and its work does not run', async () => {
    await postgres.replicate('asynchronous')
    await using locks = openWorkLocks({ connectionString: postgres.standby().url }, silentLog)
    const work = vi.fn<() => Promise<void>>()
    await expect(locks.exclusive('a picture', work)).rejects.toSatisfy(isAway)
    await expect(locks.shared(1, work)).rejects.toSatisfy(isAway)
    expect(work).not.toHaveBeenCalled()
  })

  test('synchronous, the only standby away: writes get 503 until it is back', async () => {
    await postgres.replicate('synchronous')
    await postgres.standby().stop()
    const submit = () => callerAt(balancer.url, from()).submitContact(owner(1).alias, 'Waiting')
    const begunMs = performance.now()
    await expect(submit()).rejects.toMatchObject({ problem: { status: 503 } })
    console.info(`synchronous, the only standby away: 503 after ${seconds(performance.now() - begunMs)}`)
    expect(balancer.answers.filter(({ status, retryAfter }) => status >= 500 && !retryAfter)).toEqual([])
    await postgres.standby().start()
    await expect
      .poll(
        () =>
          submit().then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true)
    await expectAllWorks()
  })

  test('with several hosts in DATABASE_URL, the one that can be written to is used', async () => {
    await postgres.replicate('synchronous')
    const [primary, standby] = [new URL(postgres.primary().url).host, new URL(postgres.standby().url).host]
    const instance = await anInstance(`postgresql://carte@${standby},${primary}/carte?target_session_attrs=read-write`)
    const load = loadAt(instance.url)
    await load.more(10)
    await postgres.killPrimary()
    await postgres.promote()
    await load.more(10)
    await load.stop()
    postgres.proxy.moveTo(postgres.primary().url)
    expect(await lost(load)).toEqual([])
    expect(load.statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
    expect(instance.output()).not.toContain('"event":"unexpected"')
  })

  test('a host without an address is skipped, also by a pool that fails fast', async () => {
    await postgres.replicate('asynchronous')
    const hosts = ['nowhere.invalid:5432', ...[postgres.standby(), postgres.primary()].map(({ url }) => new URL(url).host)]
    for (const isSwift of [false, true]) {
      const urls = hosts.map((host) => `postgresql://carte@${host}/carte`)
      await using undo = new AsyncDisposableStack()
      const pool = openPool({ hosts: urls }, silentLog, 3, { isSwift })
      undo.defer(() => pool.end())
      const answers = await Promise.all(hosts.map(() => pool.query(`select pg_is_in_recovery() as "isStandby"`)))
      expect(answers.map(({ rows }) => rows)).toEqual(hosts.map(() => [{ isStandby: false }]))
    }
  })

  test('without a host that can be written to, the start fails with one line', async () => {
    await postgres.replicate('asynchronous')
    const { host } = new URL(postgres.standby().url)
    await expect(reachDatabase({ databaseUrl: `postgresql://carte@${host},${host}/carte` })).rejects.toThrow(
      /^None of the hosts in DATABASE_URL .+ Promote a standby/,
    )
  })

  async function failOver(pair: ReplicatedPostgres) {
    await pair.promote()
    pair.proxy.moveTo(pair.primary().url)
  }

  /** Visitors who open uncached addresses and submit contacts, and an owner who logs in and edits, until they are stopped. */
  function loadAt(url: string) {
    const run = `run-${Math.floor(performance.now())}`
    const { alias, email, cookie } = owner()
    let count = 0
    async function visit() {
      const name = `${run}-${++count}`
      await callerAt(url, from())
        .call('cards.read', { params: { alias: `nobody-${name}` } })
        .catch(unlessAway)
      await callerAt(url, from()).submitContact(alias, name)
      return name
    }
    const edit = () => callerAt(url, { ...from(), cookie }).publishTitle(alias, `Title ${++count}`)
    const logIn = async () => void (await callerAt(url, from()).call('accounts.signIn', { input: { email, password, returnUrl: '/' } }))
    return aLoad([visit, visit, visit, edit, logIn])
  }

  const owner = (index = 0): Owner => {
    const found = owners[index]
    if (!found) throw new Error('no such owner')
    return found
  }

  /** Contacts that were acknowledged and aren’t in the database. */
  async function lost({ acknowledged }: { acknowledged: string[] }): Promise<string[]> {
    const stored = new Set((await queryRows<{ name: string }>(postgres.primary().url, 'select name from contact')).map(({ name }) => name))
    return acknowledged.filter((name) => !stored.has(name))
  }

  const countConnections = async (url: string) => {
    const [row] = await queryRows<{ count: number }>(
      url,
      `select count(*)::int as count from pg_stat_activity where application_name like 'carte%'`,
    )
    return row?.count
  }

  /** Without a restart: health, edits seen by the other server’s cache in both directions, and jobs. */
  async function expectAllWorks() {
    const { alias, cookie } = owner(1)
    for (const instance of instances) expect(instance.errorOutput()).not.toContain('    at ')
    for (const { url } of instances) await expect.poll(async () => (await fetch(`${url}/readyz`)).text()).toBe('ready\n')
    const titleAt = async (url: string) => (await callerAt(url).call('cards.read', { params: { alias } }))['{product}']
    for (const [here, there] of [instances, instances.toReversed()]) {
      await titleAt(there?.url ?? '')
      const title = `Seen ${Math.floor(performance.now())}`
      await callerAt(here?.url ?? '', { cookie }).publishTitle(alias, title)
      await expect.poll(() => titleAt(there?.url ?? ''), { timeout: 6000 }).toMatchObject({ title })
    }
    const name = `Mailed-${Math.floor(performance.now())}`
    await callerAt(balancer.url, from()).submitContact(alias, name)
    await expect.poll(async () => (await readOutbox(dataDir)).some((mail) => mail.includes(name))).toBe(true)
    for (const instance of instances) expect(instance.output()).not.toContain('"event":"unexpected"')
  }
})

/** Another client each time, so that no rate limit is reached. */
const from = () => ({ 'x-forwarded-for': `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}` })

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Load shedding, which asks to retry after a second, is none. */
const isFailure = ({ status, retryAfter }: Balancer['answers'][number]) => status >= 500 && !(status === 503 && retryAfter === '1')

/** A card that doesn’t exist is an answer. */
function unlessAway(error: unknown) {
  if (!isProblem(error) || error.problem.status >= 500) throw error
}
