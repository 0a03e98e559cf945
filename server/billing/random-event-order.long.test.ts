import { eq } from 'drizzle-orm'
import fc from '../../tests/samples/fast-check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeStandIn, type StripeEvent, type StripeStandIn } from '../../tests/stand-ins/stripe.ts'
import { aPayer } from '../../tests/factories/payers.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { applyEvents } from './events/apply-events.ts'
import { fetchInvoices } from './provider/fetch-each.ts'
import { compareWithProvider } from './provider/compare-with-provider.ts'
import { snapshotOf, type Snapshot } from './subscriptions/snapshot.ts'
import { projectSubscription } from './subscriptions/project-subscription.ts'
import { invoices, providerSubscriptions, subscriptions } from './tables.ts'

let stripe: StripeStandIn
let app: TestApp
const runs = Number(process.env['STORMS'] ?? 60)

beforeAll(async () => {
  stripe = await stripeStandIn({ startsAt: new Date('2027-01-10T12:00:00Z') })
  app = await anApp({ settings: stripe.settings, outside: { clock: stripe.clock } })
  stripe.webhooks.listener = (request) => app.fetch(request)
  stripe.webhooks.mood = 'hold'
})
afterAll(async () => {
  await stripe[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** Everything that can happen to one customer. An action that is not possible in the current state is skipped. */
const acts = {
  beginPaid: (customer: string) => void stripe.acts.begin({ customer, price: 'carte_pro' }),
  beginDeclined: (customer: string) => void stripe.acts.begin({ customer, price: 'carte_pro', card: { declines: true } }),
  beginTrial: (customer: string) => void stripe.acts.begin({ customer, price: 'carte_pro', trialDays: 14 }),
  beginTrialWithoutCard: (customer: string) => void stripe.acts.begin({ customer, price: 'carte_pro', trialDays: 14, card: null }),
  beginTrialWithBadCard: (customer: string) =>
    void stripe.acts.begin({ customer, price: 'carte_pro', trialDays: 3, card: { declines: true } }),
  aDay: () => stripe.clock.advance(1),
  aWeek: () => stripe.clock.advance(7),
  aMonth: () => stripe.clock.advance(31),
  newCard: (customer: string) => void stripe.acts.updateCard(customer),
  badCard: (customer: string) => void stripe.acts.updateCard(customer, { declines: true }),
  end: (customer: string) => last(customer, (id) => stripe.acts.cancelAtPeriodEnd(id)),
  resumeRenewal: (customer: string) => last(customer, (id) => stripe.acts.cancelAtPeriodEnd(id, false)),
  endNow: (customer: string) => last(customer, (id) => stripe.acts.cancelNow(id)),
  toTeam: (customer: string) => last(customer, (id) => stripe.acts.switchPlan(id, 'carte_pro_team')),
  toPro: (customer: string) => last(customer, (id) => stripe.acts.switchPlan(id, 'carte_pro')),
  resume: (customer: string) => last(customer, (id) => stripe.acts.unpause(id)),
  refund(customer: string) {
    const paid = [...stripe.account.invoices.values()].findLast((one) => one.customer === customer && one.status === 'paid')
    if (paid) stripe.acts.refund(paid.id, 100)
  },
}
function last(customer: string, act: (id: string) => void) {
  const one = [...stripe.account.subscriptions.values()].findLast((subscription) => subscription.customer === customer)
  if (one) act(one.id)
}
function attempt(name: keyof typeof acts, customer: string) {
  try {
    acts[name](customer)
  } catch {
    // Not possible in this state, such as canceling twice.
  }
}

const step = fc.record({
  act: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
  /** Events delivered after the action: which of those created so far, and how many times. */
  arrivals: fc.array(fc.record({ which: fc.nat(), times: fc.integer({ min: 1, max: 3 }) }), { maxLength: 3 }),
  applies: fc.boolean(),
})
const starts = fc.constantFrom(
  'beginPaid',
  'beginTrial',
  'beginTrialWithoutCard',
  'beginTrialWithBadCard',
  'beginDeclined',
) as fc.Arbitrary<keyof typeof acts>
const scenario = fc.record({
  start: starts,
  steps: fc.array(step, { maxLength: 12 }),
  order: fc.infiniteStream(fc.nat({ max: 1_000_000 })),
  loses: fc.boolean(),
})

/** The stored billing data of a card, without timestamps. */
async function storedState(subjectId: string) {
  const { db } = app.deps
  const [rows, snapshots, charged] = await Promise.all([
    db.select().from(subscriptions).where(eq(subscriptions.subjectId, subjectId)),
    db.select().from(providerSubscriptions).where(eq(providerSubscriptions.subjectId, subjectId)),
    db.select().from(invoices).where(eq(invoices.subjectId, subjectId)),
  ])
  return {
    row: rows[0] ? without(rows[0], ['updatedAt', 'providerAt']) : null,
    snapshots: snapshots.toSorted(byId).map((one) => without(one, ['reportedAt', 'revision', 'listedAt'])),
    invoices: charged.toSorted(byId).map(figuresOf),
  }
}

/** The same data, fetched from the provider. */
async function providerState(subjectId: string, customerId: string) {
  const { provider } = app.deps.billing
  if (!provider) throw new Error('no payment provider is configured')
  const owner = { subjectId, customerId, provider: provider.name }
  const ids = [...stripe.account.subscriptions.values()].filter(({ customer }) => customer === customerId).map(({ id }) => id)
  const snapshots: Snapshot[] = []
  for (const id of ids) {
    const read = await provider.readSubscription(id)
    if (read) snapshots.push(snapshotOf(read.value, read.at, owner))
  }
  const row = projectSubscription({ snapshots, before: null, now: stripe.clock.now(), dunningDays: app.settings.dunningDays })
  const charged = (await fetchInvoices(provider, customerId)).value.invoices
  return {
    row: row && without(row, ['providerAt']),
    snapshots: snapshots.toSorted(byId).map((one) => without(one, ['reportedAt'])),
    invoices: charged.toSorted(byId).map(figuresOf),
  }
}

type Figures = { id: string; state: string; amount: number; refunded: number; planCode: string | null; number: string }
const figuresOf = ({ id, state, amount, refunded, planCode, number }: Figures) => ({ id, state, amount, refunded, planCode, number })
const without = (row: object, names: readonly string[]) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

/** Deletes everything, so that nothing of this run becomes due in the next one. */
async function forget(subjectId: string, customerId: string) {
  for (const things of [stripe.account.subscriptions, stripe.account.invoices, stripe.account.charges])
    for (const [id, { customer }] of things) if (customer === customerId) things.delete(id)
  await app.deps.db.delete(providerSubscriptions).where(eq(providerSubscriptions.subjectId, subjectId))
}

test(
  `SUB-3 events in any order end in the provider’s state (${runs} random runs)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ start, steps, order, loses }) => {
        const { id, customerId } = await aPayer(app.deps)
        const from = stripe.events.length
        const createdEvents = () => stripe.events.slice(from)
        const delivered = new Set<StripeEvent>()
        const arrive = async (event: StripeEvent) => {
          delivered.add(event)
          await stripe.deliver([event])
        }
        attempt(start, customerId)
        for (const { act, arrivals, applies } of steps) {
          attempt(act, customerId)
          for (const { which, times } of arrivals)
            for (const event of Array.from({ length: times }, () => createdEvents()[which % createdEvents().length]))
              if (event) await arrive(event)
          if (applies) await applyEvents(app.deps)
        }
        const weighed = createdEvents().map((event) => ({ event, weight: order.next().value }))
        for (const { event, weight } of weighed.toSorted((a, b) => a.weight - b.weight)) {
          if (delivered.has(event) && weight % 3 > 0) continue
          if (loses && weight % 4 === 0) continue
          await arrive(event)
          if (weight % 7 === 0) await Promise.all([applyEvents(app.deps), applyEvents(app.deps)])
        }
        await applyEvents(app.deps)
        if (loses) {
          stripe.clock.advance(0.01)
          await compareWithProvider(app.deps)
        }
        expect(await storedState(id)).toEqual(await providerState(id, customerId))
        await forget(id, customerId)
      }),
      { numRuns: runs, endOnFailure: true },
    )
  },
  60_000 + runs * 2000,
)
