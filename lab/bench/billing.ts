import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createApp, type App } from '#server/app.ts'
import { applyEvents } from '#server/billing/events/apply-events.ts'
import { compareWithProvider } from '#server/billing/provider/compare-with-provider.ts'
import { readSettings } from '#server/settings.ts'
import { aPayer } from '../../tests/factories/payers.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { stripeStandIn, type StripeEvent } from '../../tests/stand-ins/stripe.ts'

const cardCount = Number(process.argv[2] ?? 2000)
const eventCount = Number(process.argv[3] ?? 10_000)
const atATime = 20

/** What a burst of billing events costs: received over HTTP, each subscription fetched from a stand-in in this process, applied to the embedded database. */
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
const stripe = await stripeStandIn({ startsAt: new Date('2028-01-10T12:00:00Z') })
try {
  const settings = { ...readSettings({ DATA_DIR: dataDir, DEMO: 'off' }), ...stripe.settings }
  await using app = await createApp(settings, { log: silentLog, clock: stripe.clock, pages: false, works: false })
  stripe.webhooks.mood = 'hold'
  stripe.webhooks.listener = (request) => app.fetch(request)
  const events = await playEvents(app)
  const print = (name: string, value: string) => console.log(`${name.padEnd(72)} ${value}`)

  const receivedIn = await timed(() => inTurns(events, atATime, (event) => stripe.deliver([event])))
  const { rows: stored } = await app.deps.db.execute<{ count: number }>(
    sql`select count(*)::int from billing_event where applied_at is null`,
  )
  const requests = stripe.requests.length
  const appliedIn = await timed(() => applyAll(app))
  const reads = stripe.requests.length - requests
  const { rows: left } = await app.deps.db.execute<{ count: number }>(sql`select count(*)::int from billing_event where applied_at is null`)
  const { rows: marked } = await app.deps.db.execute<{ outcome: string; count: number }>(
    sql`select outcome, count(*)::int from billing_event group by outcome order by outcome`,
  )
  const bareIn = await timed(() => updateBarely(app, events.length))
  const comparedIn = await timed(() => compareWithProvider(app.deps))

  const storedCount = stored[0]?.count ?? 0
  print(
    `${storedCount.toLocaleString('en')} events of ${cardCount.toLocaleString('en')} cards, received`,
    perMinute(storedCount, receivedIn),
  )
  print('the same, applied', `${perMinute(storedCount, appliedIn)}, ${left[0]?.count ?? 0} left, ${reads} fetched again`)
  print('outcomes', marked.map(({ outcome, count }) => `${outcome} ${count}`).join(', '))
  print('ratio to as many bare updates of the same rows, one by one', (bareIn / appliedIn).toFixed(2))
  print('comparing all of them with the provider', `${comparedIn.toFixed(1)} s`)
} finally {
  await stripe[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Created, changed, ended and refunded subscriptions, in mixed order. */
async function playEvents({ deps }: App): Promise<StripeEvent[]> {
  const payers: Awaited<ReturnType<typeof aPayer>>[] = []
  await inTurns(Array.from({ length: cardCount }), atATime, async () => void payers.push(await aPayer(deps)))
  for (const [index, { customerId: customer }] of payers.entries()) {
    const { id } = stripe.acts.begin({ customer, price: 'carte_pro', trialDays: index % 3 === 0 ? 30 : 0 })
    if (index % 4 === 0) stripe.acts.switchPlan(id, 'carte_pro_team')
    if (index % 5 === 0) stripe.acts.cancelAtPeriodEnd(id)
    const paid = index % 6 === 1 ? [...stripe.account.invoices.values()].at(-1) : undefined
    if (paid && paid.amount_paid > 0) stripe.acts.refund(paid.id, 100)
  }
  let seed = 1
  const shuffled = stripe.events
    .map((event) => ({ event, weight: (seed = (seed * 48_271) % 2_147_483_647) }))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ event }) => event)
  return shuffled.slice(0, eventCount)
}

async function applyAll({ deps }: App) {
  for (let isDone = false; !isDone;) ({ isDone } = await applyEvents(deps))
}

/** The cost of writing the same rows directly. */
async function updateBarely({ deps: { db } }: App, times: number) {
  const { rows } = await db.execute<{ id: string }>(sql`select subject_id as id from provider_subscription`)
  for (let time = 0; time < times; time++) {
    const id = rows[time % rows.length]?.id ?? ''
    await db.transaction(async (tx) => {
      await tx.execute(sql`update provider_subscription set told_at = now() where subject_id = ${id}`)
      await tx.execute(sql`update subscription set updated_at = now() where subject_id = ${id}`)
    })
  }
}

async function inTurns<T>(all: readonly T[], many: number, act: (one: T) => Promise<unknown>) {
  const left = [...all.entries()].toReversed()
  const go = async () => {
    for (let next = left.pop(); next; next = left.pop()) await act(next[1])
  }
  await Promise.all(Array.from({ length: many }, go))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

function perMinute(count: number, seconds: number): string {
  return `${Math.round((count / seconds) * 60).toLocaleString('en')} a minute (${seconds.toFixed(1)} s)`
}
