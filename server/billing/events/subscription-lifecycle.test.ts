import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { aCustomer } from '../../../tests/factories/customers.ts'
import { twoOwners } from '../../../tests/factories/owners.ts'
import { aPayer } from '../../../tests/factories/payers.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { retryJobs } from '../../../tests/harness/retry-jobs.ts'
import { mailboxes } from '../../../tests/stand-ins/mailboxes.ts'
import { stripeStandIn, type StripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import { compareWithProvider } from '../provider/compare-with-provider.ts'
import { readPlan } from '../orders/read-plan.ts'
import { billingChecks, billingEvents, billingOrders, invoices, providerSubscriptions } from '../tables.ts'

let stripe: StripeStandIn
let app: TestApp
const { mailer, mails, full } = mailboxes()

beforeAll(async () => {
  stripe = await stripeStandIn({ startsAt: new Date('2028-01-10T12:00:00Z') })
  app = await anApp({ settings: stripe.settings, outside: { clock: stripe.clock, mailer } })
  stripe.webhooks.listener = (request) => app.fetch(request)
})
afterAll(async () => {
  await stripe[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
beforeEach(() => {
  stripe.webhooks.mood = 'deliver'
  stripe.mood = 'good'
  mails.length = 0
  full.clear()
})

async function applyAllEvents() {
  await stripe.webhooks.settled()
  await app.deps.jobs.settle()
}
const labelOf = async (id: string) => planLabelOf((await readPlan(app.deps, id)).subscription)
async function anOwner(subjectId: string, email: string, language: string) {
  await app.deps.changes.write(async (tx) => {
    await addOwner(tx, { subjectId, email }, stripe.clock.now())
    await tx.execute(sql`update account set language = ${language} where email = ${email}`)
  })
}
const planOf = async (id: string) => (await readPlan(app.deps, id)).plan
const advanceDays = async (days: number) => {
  stripe.clock.advance(days)
  await applyAllEvents()
}
/** Until this day of the next month. */
function daysUntil(day: number): number {
  const now = stripe.clock.now()
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day) - now.getTime()) / 86_400_000
}
const eventsOf = (customerId: string) => app.deps.db.select().from(billingEvents).where(eq(billingEvents.customerId, customerId))
const compare = () => compareWithProvider(app.deps)
const pro = 'carte_pro'
const noCard = null

describe('SUB-3 subscription lifecycle, by events', () => {
  test('a trial without a payment card expires and resumes with the first payment', async () => {
    const { id, customerId } = await aPayer(app.deps)
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro, trialDays: 30, card: noCard })
    await applyAllEvents()
    expect([await labelOf(id), await planOf(id)]).toEqual(['trial', 'PRO'])
    await advanceDays(31)
    expect([await labelOf(id), await planOf(id)]).toEqual(['trialExpired', 'FREE'])
    stripe.acts.updateCard(customerId)
    stripe.acts.unpause(subscription)
    await applyAllEvents()
    expect([await labelOf(id), await planOf(id)]).toEqual(['active', 'PRO'])
  })

  test('a trial with a payment card becomes a paid plan with an invoice each month', async () => {
    const { id, customerId } = await aPayer(app.deps)
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 30 })
    await applyAllEvents()
    for (const days of [29, 2, 31, 31, 31]) {
      await advanceDays(days)
      expect(await planOf(id)).toBe('PRO')
    }
    expect(await labelOf(id)).toBe('active')
    const stored = await app.deps.db.select().from(invoices).where(eq(invoices.subjectId, id))
    expect(stored.filter(({ amount }) => amount === 1500).length).toBeGreaterThan(2)
    expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(['paid']))
  })

  test.each([
    ['unpaid', 'unpaid'],
    ['canceled', 'expired'],
  ] as const)('a failed payment keeps the plan until the last retry fails (%s)', async (afterRetries, label) => {
    stripe.account.rules.afterRetries = afterRetries
    const { id, customerId } = await aPayer(app.deps)
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 5, card: { declines: true } })
    await advanceDays(6)
    expect([await labelOf(id), await planOf(id)]).toEqual(['dunning', 'PRO'])
    await advanceDays(20)
    expect([await labelOf(id), await planOf(id)]).toEqual([label, 'FREE'])
    stripe.account.rules.afterRetries = 'canceled'
  })

  test('another card settles a failed payment; the owner got one mail', async () => {
    const { id, customerId } = await aPayer(app.deps)
    await anOwner(id, `${customerId}@example.com`, 'ro')
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 5, card: { declines: true } })
    await advanceDays(6)
    await advanceDays(3)
    expect(await labelOf(id)).toBe('dunning')
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[`${customerId}@example.com`, 'Plata ta nu a reușit']])
    stripe.acts.updateCard(customerId)
    await applyAllEvents()
    expect(await labelOf(id)).toBe('active')
  })

  test('a full mailbox does not block other owners; each owner gets one mail', async () => {
    const { id, customerId } = await aPayer(app.deps)
    const [ann, bob] = await twoOwners(app.deps, id)
    full.add(ann)
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 5, card: { declines: true } })
    await advanceDays(6)
    expect(mails.map(({ to }) => to)).toEqual([bob])
    full.clear()
    await retryJobs(app.deps)
    expect(mails.map(({ to }) => to)).toEqual([bob, ann])
  })

  test('a second unpaid month sends a mail again, even if events between are lost', async () => {
    const { id, customerId } = await aPayer(app.deps)
    await anOwner(id, `${customerId}@example.com`, 'en')
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 5, card: { declines: true } })
    await advanceDays(6)
    stripe.webhooks.mood = 'lose'
    stripe.acts.updateCard(customerId)
    stripe.acts.updateCard(customerId, { declines: true })
    stripe.clock.advance(31)
    await applyAllEvents()
    stripe.webhooks.mood = 'deliver'
    await advanceDays(4)
    expect(await labelOf(id)).toBe('dunning')
    expect(mails.filter(({ to }) => to === `${customerId}@example.com`)).toHaveLength(2)
  })

  test('a canceled plan lasts to the end of the paid month and can be resumed', async () => {
    const { id, customerId } = await aPayer(app.deps)
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro })
    stripe.acts.cancelAtPeriodEnd(subscription)
    await applyAllEvents()
    expect(await labelOf(id)).toBe('active')
    stripe.acts.cancelAtPeriodEnd(subscription, false)
    await advanceDays(32)
    expect(await labelOf(id)).toBe('active')
    stripe.acts.cancelAtPeriodEnd(subscription)
    await advanceDays(27)
    expect([await labelOf(id), await planOf(id)]).toEqual(['active', 'PRO'])
    await advanceDays(5)
    expect([await labelOf(id), await planOf(id)]).toEqual(['expired', 'FREE'])
    stripe.acts.begin({ customer: customerId, price: pro })
    await applyAllEvents()
    expect([await labelOf(id), await planOf(id)]).toEqual(['active', 'PRO'])
  })

  test('a plan change is prorated, and refunds are recorded', async () => {
    const { id, customerId } = await aPayer(app.deps)
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro })
    await advanceDays(10)
    stripe.acts.switchPlan(subscription, 'carte_pro_team')
    await applyAllEvents()
    const stored = () => app.deps.db.select().from(invoices).where(eq(invoices.subjectId, id))
    expect((await stored()).map(({ planCode, state }) => [planCode, state])).toContainEqual(['PRO_TEAM', 'paid'])
    const first = (await stored()).find(({ amount }) => amount === 1500)
    stripe.acts.refund(first?.id ?? '', 400)
    await applyAllEvents()
    expect((await stored()).find(({ id: one }) => one === first?.id)).toMatchObject({ refunded: 400, state: 'paid' })
  })

  test('an expiring payment card is reported in its month, and a new one fixes it', async () => {
    const { id, customerId } = await aPayer(app.deps)
    // On the 10th, so that the card expires before the next payment is due.
    await advanceDays(daysUntil(10))
    stripe.acts.begin({ customer: customerId, price: pro, card: { expires: stripe.clock.now().toISOString().slice(0, 7) } })
    await applyAllEvents()
    expect(await labelOf(id)).toBe('active')
    await advanceDays(daysUntil(2))
    expect(await labelOf(id)).toBe('cardExpired')
    stripe.acts.updateCard(customerId)
    await applyAllEvents()
    expect(await labelOf(id)).toBe('active')
  })
})

describe('SUB-3 event verification', () => {
  test.each(['forged', 'stale', 'future', 'truncated'] as const)('%s: rejected, and nothing is stored', async (mood) => {
    stripe.webhooks.mood = 'hold'
    const { id, customerId } = await aPayer(app.deps)
    stripe.acts.begin({ customer: customerId, price: pro })
    const delivered = await stripe.deliver(undefined, mood)
    expect(new Set(delivered.map(({ status }) => status))).toEqual(new Set([400]))
    await app.deps.jobs.settle()
    expect([await eventsOf(customerId), await labelOf(id)]).toEqual([[], 'free'])
    await stripe.deliver()
    await applyAllEvents()
    expect(await labelOf(id)).toBe('active')
  })

  test('a repeated event is stored and applied once', async () => {
    stripe.webhooks.mood = 'twice'
    const { id, customerId } = await aPayer(app.deps)
    stripe.acts.begin({ customer: customerId, price: pro })
    await applyAllEvents()
    await stripe.deliver(stripe.events.filter(({ data }) => 'customer' in data.object && data.object.customer === customerId))
    await applyAllEvents()
    const stored = await eventsOf(customerId)
    expect(new Set(stored.map(({ eventId }) => eventId)).size).toBe(stored.length)
    expect(stored.every(({ appliedAt, outcome }) => appliedAt !== null && outcome !== 'troubled')).toBe(true)
    expect(await app.deps.db.select().from(invoices).where(eq(invoices.subjectId, id))).toHaveLength(1)
  })

  test('another card’s id in the metadata changes nothing for that card', async () => {
    const [mine, theirs] = [await aPayer(app.deps), await aPayer(app.deps)]
    stripe.acts.begin({ customer: mine.customerId, price: pro, metadata: { subject_id: theirs.id } })
    const stranger = await app.deps.billing.provider?.createCustomer(theirs.id, aCustomer(), crypto.randomUUID())
    stripe.acts.begin({ customer: stranger ?? '', price: pro, metadata: { subject_id: theirs.id } })
    await applyAllEvents()
    expect([await labelOf(mine.id), await labelOf(theirs.id)]).toEqual(['active', 'free'])
    expect((await eventsOf(stranger ?? '')).map(({ outcome }) => outcome)).not.toContain('read-again')
  })

  test('a completed checkout closes its order', async () => {
    const provider = app.deps.billing.provider
    for (const state of ['done', 'dropped'] as const) {
      const { id, customerId } = await aPayer(app.deps)
      const request = {
        customerId,
        subjectId: id,
        planCode: 'PRO',
        trialEndsAt: null,
        successUrl: 'http://localhost/a',
        cancelUrl: 'http://localhost/b',
      } as const
      const checkout = await provider?.createCheckout(request, crypto.randomUUID())
      const order = {
        id: crypto.randomUUID(),
        subjectId: id,
        planCode: 'PRO',
        provider: 'stripe',
        state: 'open',
        checkoutId: checkout?.id,
        createdAt: stripe.clock.now(),
      } as const
      await app.deps.db.insert(billingOrders).values(order)
      if (state === 'done') stripe.acts.pay(checkout?.id ?? '')
      else stripe.acts.letExpire(checkout?.id ?? '')
      await applyAllEvents()
      const [stored] = await app.deps.db.select().from(billingOrders).where(eq(billingOrders.id, order.id))
      expect([stored?.state, await planOf(id)]).toEqual([state, state === 'done' ? 'PRO' : 'FREE'])
    }
  })
})

describe('SUB-3 failures', () => {
  test('during an outage, events that need a fetch wait; the others are applied', async () => {
    stripe.webhooks.mood = 'hold'
    const { id, customerId } = await aPayer(app.deps)
    stripe.acts.begin({ customer: customerId, price: pro })
    stripe.mood = 'broken'
    await stripe.deliver()
    await app.deps.jobs.settle()
    expect(await labelOf(id)).toBe('free')
    expect((await eventsOf(customerId)).filter(({ appliedAt }) => appliedAt === null).length).toBeGreaterThan(0)
    stripe.mood = 'good'
    await app.deps.changes.write((tx) => app.deps.jobs.enqueue(tx, 'billing.apply', {}))
    await applyAllEvents()
    expect(await labelOf(id)).toBe('active')
    expect((await eventsOf(customerId)).every(({ appliedAt }) => appliedAt !== null)).toBe(true)
  })

  test('an invoice with an unknown plan waits, then is saved under its own plan', async () => {
    // As after a restart: no price is cached yet.
    await using fresh = await anApp({ settings: stripe.settings, outside: { clock: stripe.clock, mailer } })
    stripe.webhooks.listener = (request) => fresh.fetch(request)
    try {
      stripe.webhooks.mood = 'hold'
      const { id, customerId } = await aPayer(fresh.deps)
      const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro, metadata: { plan_code: 'PRO' } })
      stripe.clock.advance(15)
      stripe.acts.switchPlan(subscription, 'carte_pro_team')
      stripe.mood = 'broken'
      await stripe.deliver()
      await fresh.deps.jobs.settle()
      const stored = async () => {
        const rows = await fresh.deps.db.select().from(invoices).where(eq(invoices.subjectId, id))
        return rows.map(({ planCode, state }) => `${planCode} ${state}`).toSorted()
      }
      const events = () => fresh.deps.db.select().from(billingEvents).where(eq(billingEvents.customerId, customerId))
      const waiting = (await events()).filter(({ appliedAt }) => appliedAt === null).map(({ kind }) => kind)
      expect([await stored(), waiting]).toEqual([[], expect.arrayContaining(['invoice.finalized', 'invoice.paid'])])

      stripe.mood = 'good'
      await fresh.deps.changes.write((tx) => fresh.deps.jobs.enqueue(tx, 'billing.apply', {}))
      await fresh.deps.jobs.settle()
      const whole = ['PRO paid', 'PRO_TEAM paid']
      expect(await stored()).toEqual(whole)
      expect((await events()).filter(({ appliedAt, outcome }) => appliedAt === null || outcome === 'troubled')).toEqual([])

      // Later comparisons find it too.
      for (const _ of ['first', 'second']) {
        await fresh.deps.db.delete(invoices).where(eq(invoices.subjectId, id))
        stripe.clock.advance(0.1)
        await compareWithProvider(fresh.deps)
        expect(await stored()).toEqual(whole)
      }
    } finally {
      stripe.webhooks.listener = (request) => app.fetch(request)
    }
  })

  test('an event that fails is marked for an administrator and blocks no others', async () => {
    const { id, customerId } = await aPayer(app.deps)
    stripe.webhooks.mood = 'hold'
    stripe.acts.begin({ customer: customerId, price: pro })
    await stripe.deliver()
    await app.deps.db.execute(sql`update billing_event set told = null
      where event_id = (select event_id from billing_event where customer_id = ${customerId} and applied_at is null order by event_id limit 1)`)
    await app.deps.jobs.settle()
    expect(await labelOf(id)).toBe('active')
    const outcomes = (await eventsOf(customerId)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'troubled')).toHaveLength(1)
    expect(outcomes).not.toContain(null)
  })

  test('an unreadable subscription or invoice is marked and named, and delays no others', async () => {
    stripe.webhooks.mood = 'hold'
    const payers = await Promise.all(Array.from({ length: 12 }, () => aPayer(app.deps)))
    const begun = payers.map(({ customerId }) => stripe.acts.begin({ customer: customerId, price: pro }))
    const odd = begun[9]
    const oddInvoice = [...stripe.account.invoices.values()].find(({ customer }) => customer === payers[3]?.customerId)
    stripe.acts.refund(oddInvoice?.id ?? '')
    await stripe.deliver()
    const { status } = oddInvoice ?? {}
    Object.assign(odd ?? {}, { ended_at: 'long ago' })
    Object.assign(oddInvoice ?? {}, { status: 'disputed' })
    await app.deps.jobs.settle()

    for (const { id } of payers) expect(await labelOf(id)).toBe(id === payers[9]?.id ? 'free' : 'active')
    const failed = await Promise.all(
      payers.map(async ({ customerId }) =>
        (await eventsOf(customerId)).filter(({ outcome }) => outcome === 'troubled').map(({ kind }) => kind),
      ),
    )
    expect(failed[3]).toEqual(['charge.refunded'])
    expect(failed[9]).toContain('customer.subscription.created')
    expect(failed.filter((kinds) => kinds.length > 0)).toHaveLength(2)
    const { rows } = await app.deps.db.execute(sql`select 1 from billing_event where applied_at is null`)
    expect(rows).toEqual([])

    stripe.clock.advance(0.1)
    const check = await compare()
    expect(check?.endedAt).not.toBeNull()
    const named = [`Subscription ${odd?.id}: could not be read.`, `Invoice ${oddInvoice?.id}: could not be read.`]
    expect(check?.details.filter((words) => [odd?.id, oddInvoice?.id].some((id) => words.includes(String(id))))).toEqual(named)

    Object.assign(odd ?? {}, { ended_at: null })
    Object.assign(oddInvoice ?? {}, { status })
    await compare()
    expect(await labelOf(payers[9]?.id ?? '')).toBe('active')
  })

  test('of two active subscriptions the newest counts, and the comparison reports it', async () => {
    const { id, customerId } = await aPayer(app.deps)
    stripe.acts.begin({ customer: customerId, price: pro })
    stripe.clock.advance(1)
    stripe.acts.begin({ customer: customerId, price: 'carte_pro_team' })
    await applyAllEvents()
    const [newest] = await app.deps.db.execute(sql`select plan_code from subscription where subject_id = ${id}`).then(({ rows }) => rows)
    expect(newest).toEqual({ plan_code: 'PRO_TEAM' })
    expect((await compare())?.details).toContain(`Card ${id}: has more than one active subscription.`)
  })
})

describe('SUB-3 comparison with the provider', () => {
  test('finds and repairs what lost events changed; the second run finds nothing', async () => {
    const { id, customerId } = await aPayer(app.deps)
    stripe.webhooks.mood = 'lose'
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro })
    const [invoice] = [...stripe.account.invoices.values()].filter(({ customer }) => customer === customerId)
    stripe.acts.refund(invoice?.id ?? '')
    await applyAllEvents()
    expect(await labelOf(id)).toBe('free')
    stripe.clock.advance(0.1)
    const check = await compare()
    expect(check?.details).toContain(`Subscription ${subscription}: active at the provider, missing here.`)
    expect(check?.endedAt).not.toBeNull()
    expect(await labelOf(id)).toBe('active')
    const [stored] = await app.deps.db.select().from(invoices).where(eq(invoices.subjectId, id))
    expect(stored?.refunded).toBe(1500)
    stripe.acts.cancelNow(subscription)
    stripe.clock.advance(0.1)
    expect((await compare())?.details.join()).toContain(`Subscription ${subscription}: status active, now canceled`)
    const again = await compare()
    expect(again?.details.filter((words) => words.includes(subscription) || words.includes(invoice?.id ?? ''))).toEqual([])
    expect(again?.checkedCount).toBeGreaterThan(1)
  })

  test('restarts an interrupted run and reports it; leaves a running one alone', async () => {
    stripe.clock.advance(0.1)
    const begunAt = stripe.clock.now()
    await app.deps.db.insert(billingChecks).values({ id: crypto.randomUUID(), begunAt, movedAt: begunAt })
    expect(await compare()).toBeNull()
    stripe.clock.advance(0.5)
    expect((await compare())?.details[0]).toContain('was interrupted')
    expect((await compare())?.details.join()).not.toContain('was interrupted')
  })

  test('reports subscriptions missing at the provider without ending them', async () => {
    const { id, customerId } = await aPayer(app.deps)
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro })
    await applyAllEvents()
    stripe.account.subscriptions.delete(subscription)
    stripe.clock.advance(0.1)
    expect((await compare())?.details).toContain(`Subscription ${subscription}: known here, missing at the provider.`)
    expect(await labelOf(id)).toBe('active')
    await app.deps.db.delete(providerSubscriptions).where(eq(providerSubscriptions.subjectId, id))
  })

  test('an order is closed within minutes even if its event is lost', async () => {
    const { id } = await aPayer(app.deps)
    stripe.webhooks.mood = 'lose'
    const { customerId } = await aPayer(app.deps)
    const request = {
      customerId,
      subjectId: id,
      planCode: 'PRO',
      trialEndsAt: null,
      successUrl: 'http://localhost/a',
      cancelUrl: 'http://localhost/b',
    } as const
    const checkout = await app.deps.billing.provider?.createCheckout(request, crypto.randomUUID())
    const order = {
      id: crypto.randomUUID(),
      subjectId: id,
      planCode: 'PRO',
      provider: 'stripe',
      state: 'open',
      checkoutId: checkout?.id,
      expiresAt: checkout?.expiresAt,
      createdAt: stripe.clock.now(),
    } as const
    await app.deps.db.insert(billingOrders).values(order)
    stripe.clock.advance(1)
    await app.deps.jobs.enqueue(app.deps.db, 'billing.apply', {})
    await applyAllEvents()
    const [stored] = await app.deps.db.select().from(billingOrders).where(eq(billingOrders.id, order.id))
    expect(stored?.state).toBe('dropped')
  })

  test('removes applied events and dropped orders after ninety days', async () => {
    const { id, customerId } = await aPayer(app.deps)
    const order = { subjectId: id, planCode: 'PRO', provider: 'stripe', createdAt: stripe.clock.now() } as const
    await app.deps.db.insert(billingOrders).values([
      { ...order, id: crypto.randomUUID(), state: 'dropped' },
      { ...order, id: crypto.randomUUID(), state: 'done' },
    ])
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 200 })
    await applyAllEvents()
    await app.deps.db.execute(sql`update billing_event set applied_at = null, outcome = null
      where event_id = (select event_id from billing_event where customer_id = ${customerId} order by event_id limit 1)`)
    stripe.mood = 'broken'
    stripe.clock.advance(91)
    await app.deps.jobs.enqueue(app.deps.db, 'billing.reconcile', {})
    await app.deps.jobs.settle()
    expect(await eventsOf(customerId)).toHaveLength(1)
    const orders = await app.deps.db.select().from(billingOrders).where(eq(billingOrders.subjectId, id))
    expect(orders.map(({ state }) => state)).toEqual(['done'])
  })
})

test('SUB-2 without a provider, one email is sent three days before a trial ends', async () => {
  const { id, customerId } = await aPayer(app.deps)
  const email = `${customerId}@example.com`
  await anOwner(id, email, 'fr-CA')
  await app.deps.changes.write(async (tx) => {
    const ends = new Date(stripe.clock.now().getTime() + 5 * 86_400_000)
    await tx.execute(
      sql`insert into subscription (subject_id, plan_code, state, trial_ends_at) values (${id}, 'PRO', 'trial', ${ends.toISOString()})`,
    )
  })
  for (const days of [0, 2.5, 1]) {
    stripe.clock.advance(days)
    await app.deps.jobs.enqueue(app.deps.db, 'billing.mail-due', {})
    await applyAllEvents()
  }
  expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Votre essai PRO se termine le /),
  ])
})
