import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { createApp, type App } from '#server/app.ts'
import { deliver } from '#server/connections/deliver.job.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { createWebhooks } from '#server/integrations/webhooks.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { readSettings } from '#server/settings.ts'
import { aListeningCard, contact, writeEvent } from './listening-cards.ts'
import { median } from './measure.ts'
import { startReceiver } from './receiver.ts'

/**
 * lab/bench/deliveries.ts [ROUNDS]: events delivered by the job worker, compared with a bare loop of the same guarded calls. Interleaved,
 * on a database that flushes to disk, with a receiver on a thread of its own.
 */
const rounds = Number(process.argv[2] ?? 3)
const cardCount = 200
const callCount = 2000
/** More are no faster. */
const atOnce = 96

const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  await using receiver = await startReceiver()
  const settings = readSettings({ DATA_DIR: dataDir, DEMO: 'off', WEBHOOK_HOSTS: receiver.host })
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false })
  const webhooks = createWebhooks(settings)
  await app.deps.jobs.ready()

  for (const perCard of [1, 10]) {
    const cards = await cardsWith(app, receiver.url, perCard)
    const turns: Record<'bare' | 'delivered', Pace>[] = []
    for (let round = 0; round <= rounds; round++)
      turns.push({ bare: await makeCalls(), delivered: await deliverEvents(app, cards, perCard) })
    // The first one only warms up.
    const [, ...measured] = turns
    const ofBoth = (read: (pace: Pace) => number) => ({
      delivered: median(measured.map(({ delivered }) => read(delivered))),
      bare: median(measured.map(({ bare }) => read(bare))),
      ratio: median(measured.map(({ delivered, bare }) => read(delivered) / read(bare))).toFixed(2),
    })
    const [speed, cpu] = [ofBoth(({ perSecond }) => perSecond), ofBoth(({ cpuMs }) => cpuMs)]
    console.log(
      `${perCard} per card: ${count(speed.delivered)} deliveries a second, ${speed.ratio} of ${count(speed.bare)} bare calls; ${cpu.delivered.toFixed(2)} ms of the server's CPU for each, ${cpu.ratio} of ${cpu.bare.toFixed(2)} ms`,
    )
  }

  async function makeCalls(): Promise<Pace> {
    const body = JSON.stringify({ type: 'contact.created', timestamp: new Date().toISOString(), data: { card: { alias: 'ada' }, contact } })
    let left = callCount
    const pace = startPace()
    const call = async () => {
      while (left-- > 0) await webhooks.post(receiver.url, { body, headers: {} })
    }
    await Promise.all(Array.from({ length: atOnce }, call))
    return pace()
  }

  /** From the first call to the last recorded delivery and completed job. */
  async function deliverEvents({ deps }: App, cards: readonly string[], perCard: number): Promise<Pace> {
    const eventCount = callCount / perCard
    for (let from = 0; from < eventCount; from += cardCount) await Promise.all(cards.map((subjectId) => writeEvent(deps, subjectId)))
    const before = receiver.count()
    const job = deliver({ ...deps, webhooks })
    await using _jobs = openJobs({ connection: deps.connection, log: silentLog }, [job], { works: true })
    while (receiver.count() === before) await wait(1)
    const pace = startPace()
    while (receiver.count() < before + callCount) await wait(10)
    while ((await countOpenJobs(deps)) > 0) await wait(5)
    return pace()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

type Pace = { perSecond: number; cpuMs: number }

function startPace(): () => Pace {
  const [started, before] = [performance.now(), process.threadCpuUsage()]
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return { perSecond: (callCount / (performance.now() - started)) * 1000, cpuMs: (user + system) / 1000 / callCount }
  }
}

async function cardsWith(app: App, url: string, perCard: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < cardCount)
    ids.push(
      (
        await aListeningCard(
          app,
          Array.from({ length: perCard }, () => url),
        )
      ).id,
    )
  return ids
}

async function countOpenJobs({ db }: App['deps']): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from jobs.job where name = 'connections.deliver' and state in ('created', 'retry', 'active')`,
  )
  return rows[0]?.count ?? 0
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}
