import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { aCustomer } from '../../../tests/factories/customers.ts'
import { twoOwners } from '../../../tests/factories/owners.ts'
import { aPayer } from '../../../tests/factories/payers.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { tryAgain } from '../../../tests/harness/try-again.ts'
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

/** All that was told has arrived and is applied. */
async function settled() {
  await stripe.webhooks.settled()
  await app.needs.jobs.settle()
}
const labelOf = async (id: string) => planLabelOf((await readPlan(app.needs, id)).subscription)
async function anOwner(subjectId: string, email: string, language: string) {
  await app.needs.changes.write(async (tx) => {
    await addOwner(tx, { subjectId, email }, stripe.clock.now())
    await tx.execute(sql`update account set language = ${language} where email = ${email}`)
  })
}
const planOf = async (id: string) => (await readPlan(app.needs, id)).plan
const pass = async (days: number) => {
  stripe.clock.advance(days)
  await settled()
}
const eventsOf = (customerId: string) => app.needs.db.select().from(billingEvents).where(eq(billingEvents.customerId, customerId))
const compare = () => compareWithProvider({ ...app.needs, jobs: () => app.needs.jobs })
const pro = 'carte_pro'
const noCard = null

describe('SUB-3 the lives of a subscription, as they are told', () => {
  test('a trial without a card ends in a card that waits, and goes on with the first payment', async () => {
    const { id, customerId } = await aPayer(app.needs)
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro, trialDays: 30, card: noCard })
    await settled()
    expect([await labelOf(id), await planOf(id)]).toEqual(['trial', 'PRO'])
    await pass(31)
    expect([await labelOf(id), await planOf(id)]).toEqual(['trialExpired', 'FREE'])
    stripe.acts.updateCard(customerId)
    stripe.acts.unpause(subscription)
    await settled()
    expect([await labelOf(id), await planOf(id)]).toEqual(['active', 'PRO'])
  })

  test('a trial with a card becomes a paid plan, is renewed month by month, and each month has its invoice', async () => {
    const { id, customerId } = await aPayer(app.needs)
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 30 })
    await settled()
    for (const days of [29, 2, 31, 31, 31]) {
      await pass(days)
      expect(await planOf(id)).toBe('PRO')
    }
    expect(await labelOf(id)).toBe('active')
    const kept = await app.needs.db.select().from(invoices).where(eq(invoices.subjectId, id))
    expect(kept.filter(({ amount }) => amount === 1500).length).toBeGreaterThan(2)
    expect(new Set(kept.map(({ state }) => state))).toEqual(new Set(['paid']))
  })

  test.each([
    ['unpaid', 'unpaid'],
    ['canceled', 'expired'],
  ] as const)('a payment that failed is borne, and after the last try it is over (%s)', async (afterRetries, label) => {
    stripe.account.rules.afterRetries = afterRetries
    const { id, customerId } = await aPayer(app.needs)
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 5, card: { declines: true } })
    await pass(6)
    expect([await labelOf(id), await planOf(id)]).toEqual(['dunning', 'PRO'])
    await pass(20)
    expect([await labelOf(id), await planOf(id)]).toEqual([label, 'FREE'])
    stripe.account.rules.afterRetries = 'canceled'
  })

  test('a payment that failed is made good by another card; the owner was written to once', async () => {
    const { id, customerId } = await aPayer(app.needs)
    await anOwner(id, `${customerId}@example.com`, 'ro')
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 5, card: { declines: true } })
    await pass(6)
    await pass(3)
    expect(await labelOf(id)).toBe('dunning')
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[`${customerId}@example.com`, 'Plata ta nu a reușit']])
    stripe.acts.updateCard(customerId)
    await settled()
    expect(await labelOf(id)).toBe('active')
  })

  test('an owner whose mailbox takes nothing keeps no other from hearing of it, and hears of it later: each once', async () => {
    const { id, customerId } = await aPayer(app.needs)
    const [ann, bob] = await twoOwners(app.needs, id)
    full.add(ann)
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 5, card: { declines: true } })
    await pass(6)
    expect(mails.map(({ to }) => to)).toEqual([bob])
    full.clear()
    await tryAgain(app.needs)
    expect(mails.map(({ to }) => to)).toEqual([bob, ann])
  })

  test('another month that is not paid is told again, also where nobody told what was between', async () => {
    const { id, customerId } = await aPayer(app.needs)
    await anOwner(id, `${customerId}@example.com`, 'en')
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 5, card: { declines: true } })
    await pass(6)
    stripe.webhooks.mood = 'lose'
    stripe.acts.updateCard(customerId)
    stripe.acts.updateCard(customerId, { declines: true })
    stripe.clock.advance(31)
    await settled()
    stripe.webhooks.mood = 'deliver'
    await pass(4)
    expect(await labelOf(id)).toBe('dunning')
    expect(mails.filter(({ to }) => to === `${customerId}@example.com`)).toHaveLength(2)
  })

  test('whoever ends it has the paid month to its last day, and may change their mind', async () => {
    const { id, customerId } = await aPayer(app.needs)
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro })
    stripe.acts.cancelAtPeriodEnd(subscription)
    await settled()
    expect(await labelOf(id)).toBe('active')
    stripe.acts.cancelAtPeriodEnd(subscription, false)
    await pass(32)
    expect(await labelOf(id)).toBe('active')
    stripe.acts.cancelAtPeriodEnd(subscription)
    await pass(27)
    expect([await labelOf(id), await planOf(id)]).toEqual(['active', 'PRO'])
    await pass(5)
    expect([await labelOf(id), await planOf(id)]).toEqual(['expired', 'FREE'])
    stripe.acts.begin({ customer: customerId, price: pro })
    await settled()
    expect([await labelOf(id), await planOf(id)]).toEqual(['active', 'PRO'])
  })

  test('another plan, what it costs for the rest of the month, and what is given back', async () => {
    const { id, customerId } = await aPayer(app.needs)
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro })
    await pass(10)
    stripe.acts.switchPlan(subscription, 'carte_pro_team')
    await settled()
    const kept = () => app.needs.db.select().from(invoices).where(eq(invoices.subjectId, id))
    expect((await kept()).map(({ planCode, state }) => [planCode, state])).toContainEqual(['PRO_TEAM', 'paid'])
    const first = (await kept()).find(({ amount }) => amount === 1500)
    stripe.acts.refund(first?.id ?? '', 400)
    await settled()
    expect((await kept()).find(({ id: one }) => one === first?.id)).toMatchObject({ refunded: 400, state: 'paid' })
  })

  test('a payment card that runs out is told in its month, and a new one mends it', async () => {
    const { id, customerId } = await aPayer(app.needs)
    const now = stripe.clock.now()
    const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString().slice(0, 7)
    stripe.acts.begin({ customer: customerId, price: pro, card: { expires } })
    await settled()
    expect(await labelOf(id)).toBe('active')
    const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2))
    const days = (lastDay.getTime() - now.getTime()) / 86_400_000
    await pass(days)
    expect(['dunning', 'cardExpired']).toContain(await labelOf(id))
    stripe.acts.updateCard(customerId)
    await settled()
    expect(await labelOf(id)).toBe('active')
  })
})

describe('SUB-3 what is believed', () => {
  test.each(['forged', 'stale', 'future', 'truncated'] as const)('%s: refused, and nothing is kept', async (mood) => {
    stripe.webhooks.mood = 'hold'
    const { id, customerId } = await aPayer(app.needs)
    stripe.acts.begin({ customer: customerId, price: pro })
    const delivered = await stripe.deliver(undefined, mood)
    expect(new Set(delivered.map(({ status }) => status))).toEqual(new Set([400]))
    await app.needs.jobs.settle()
    expect([await eventsOf(customerId), await labelOf(id)]).toEqual([[], 'free'])
    await stripe.deliver()
    await settled()
    expect(await labelOf(id)).toBe('active')
  })

  test('told twice, it is kept once and applied once', async () => {
    stripe.webhooks.mood = 'twice'
    const { id, customerId } = await aPayer(app.needs)
    stripe.acts.begin({ customer: customerId, price: pro })
    await settled()
    await stripe.deliver(stripe.events.filter(({ data }) => 'customer' in data.object && data.object.customer === customerId))
    await settled()
    const kept = await eventsOf(customerId)
    expect(new Set(kept.map(({ eventId }) => eventId)).size).toBe(kept.length)
    expect(kept.every(({ appliedAt, outcome }) => appliedAt !== null && outcome !== 'troubled')).toBe(true)
    expect(await app.needs.db.select().from(invoices).where(eq(invoices.subjectId, id))).toHaveLength(1)
  })

  test('another owner’s card, noted beside it, changes nothing there', async () => {
    const [mine, theirs] = [await aPayer(app.needs), await aPayer(app.needs)]
    stripe.acts.begin({ customer: mine.customerId, price: pro, metadata: { subject_id: theirs.id } })
    const stranger = await app.needs.billing.provider?.createCustomer(theirs.id, aCustomer(), crypto.randomUUID())
    stripe.acts.begin({ customer: stranger ?? '', price: pro, metadata: { subject_id: theirs.id } })
    await settled()
    expect([await labelOf(mine.id), await labelOf(theirs.id)]).toEqual(['active', 'free'])
    expect((await eventsOf(stranger ?? '')).map(({ outcome }) => outcome)).not.toContain('read-anew')
  })

  test('the page where it is paid closes the order it was opened for', async () => {
    const provider = app.needs.billing.provider
    for (const state of ['done', 'dropped'] as const) {
      const { id, customerId } = await aPayer(app.needs)
      const wish = {
        customerId,
        subjectId: id,
        planCode: 'PRO',
        trialEndsAt: null,
        successUrl: 'http://localhost/a',
        cancelUrl: 'http://localhost/b',
      } as const
      const checkout = await provider?.beginCheckout(wish, crypto.randomUUID())
      const order = {
        id: crypto.randomUUID(),
        subjectId: id,
        planCode: 'PRO',
        provider: 'stripe',
        state: 'open',
        checkoutId: checkout?.id,
        createdAt: stripe.clock.now(),
      } as const
      await app.needs.db.insert(billingOrders).values(order)
      if (state === 'done') stripe.acts.pay(checkout?.id ?? '')
      else stripe.acts.letExpire(checkout?.id ?? '')
      await settled()
      const [kept] = await app.needs.db.select().from(billingOrders).where(eq(billingOrders.id, order.id))
      expect([kept?.state, await planOf(id)]).toEqual([state, state === 'done' ? 'PRO' : 'FREE'])
    }
  })
})

describe('SUB-3 what goes wrong', () => {
  test('a provider that is away: what needs no answer is applied, the rest waits and is applied when it is back', async () => {
    stripe.webhooks.mood = 'hold'
    const { id, customerId } = await aPayer(app.needs)
    stripe.acts.begin({ customer: customerId, price: pro })
    stripe.mood = 'broken'
    await stripe.deliver()
    await app.needs.jobs.settle()
    expect(await labelOf(id)).toBe('free')
    expect((await eventsOf(customerId)).filter(({ appliedAt }) => appliedAt === null).length).toBeGreaterThan(0)
    stripe.mood = 'good'
    await app.needs.changes.write((tx) => app.needs.jobs.enqueue(tx, 'billing.apply', {}))
    await settled()
    expect(await labelOf(id)).toBe('active')
    expect((await eventsOf(customerId)).every(({ appliedAt }) => appliedAt !== null)).toBe(true)
  })

  test('an invoice whose plan cannot be named yet waits, and is recorded whole and under its own plan', async () => {
    // A server that has just started: no price was read so far.
    await using fresh = await anApp({ settings: stripe.settings, outside: { clock: stripe.clock, mailer } })
    stripe.webhooks.listener = (request) => fresh.fetch(request)
    try {
      stripe.webhooks.mood = 'hold'
      const { id, customerId } = await aPayer(fresh.needs)
      const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro, metadata: { plan_code: 'PRO' } })
      stripe.clock.advance(15)
      stripe.acts.switchPlan(subscription, 'carte_pro_team')
      stripe.mood = 'broken'
      await stripe.deliver()
      await fresh.needs.jobs.settle()
      const kept = async () => {
        const rows = await fresh.needs.db.select().from(invoices).where(eq(invoices.subjectId, id))
        return rows.map(({ planCode, state }) => `${planCode} ${state}`).toSorted()
      }
      const events = () => fresh.needs.db.select().from(billingEvents).where(eq(billingEvents.customerId, customerId))
      const waiting = (await events()).filter(({ appliedAt }) => appliedAt === null).map(({ kind }) => kind)
      expect([await kept(), waiting]).toEqual([[], expect.arrayContaining(['invoice.finalized', 'invoice.paid'])])

      stripe.mood = 'good'
      await fresh.needs.changes.write((tx) => fresh.needs.jobs.enqueue(tx, 'billing.apply', {}))
      await fresh.needs.jobs.settle()
      const whole = ['PRO paid', 'PRO_TEAM paid']
      expect(await kept()).toEqual(whole)
      expect((await events()).filter(({ appliedAt, outcome }) => appliedAt === null || outcome === 'troubled')).toEqual([])

      // Whatever was lost before comes back with the next comparison, and the one after that.
      for (const _ of ['first', 'second']) {
        await fresh.needs.db.delete(invoices).where(eq(invoices.subjectId, id))
        stripe.clock.advance(0.1)
        await compareWithProvider({ ...fresh.needs, jobs: () => fresh.needs.jobs })
        expect(await kept()).toEqual(whole)
      }
    } finally {
      stripe.webhooks.listener = (request) => app.fetch(request)
    }
  })

  test('one that cannot be applied is put aside for somebody to look at, and keeps nobody waiting', async () => {
    const { id, customerId } = await aPayer(app.needs)
    stripe.webhooks.mood = 'hold'
    stripe.acts.begin({ customer: customerId, price: pro })
    await stripe.deliver()
    await app.needs.db.execute(sql`update billing_event set told = null
      where event_id = (select event_id from billing_event where customer_id = ${customerId} and applied_at is null order by event_id limit 1)`)
    await app.needs.jobs.settle()
    expect(await labelOf(id)).toBe('active')
    const outcomes = (await eventsOf(customerId)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'troubled')).toHaveLength(1)
    expect(outcomes).not.toContain(null)
  })

  test('two subscriptions at once: the newest counts, and the comparison says it', async () => {
    const { id, customerId } = await aPayer(app.needs)
    stripe.acts.begin({ customer: customerId, price: pro })
    stripe.clock.advance(1)
    stripe.acts.begin({ customer: customerId, price: 'carte_pro_team' })
    await settled()
    const [newest] = await app.needs.db.execute(sql`select plan_code from subscription where subject_id = ${id}`).then(({ rows }) => rows)
    expect(newest).toEqual({ plan_code: 'PRO_TEAM' })
    expect((await compare())?.details).toContain(`Card ${id}: two subscriptions are charged.`)
  })
})

describe('SUB-3 comparing everything', () => {
  test('what was lost on the way is found and repaired, and the second look finds nothing', async () => {
    const { id, customerId } = await aPayer(app.needs)
    stripe.webhooks.mood = 'lose'
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro })
    const [invoice] = [...stripe.account.invoices.values()].filter(({ customer }) => customer === customerId)
    stripe.acts.refund(invoice?.id ?? '')
    await settled()
    expect(await labelOf(id)).toBe('free')
    stripe.clock.advance(0.1)
    const check = await compare()
    expect(check?.details).toContain(`Subscription ${subscription}: active there, and not known here.`)
    expect(check?.endedAt).not.toBeNull()
    expect(await labelOf(id)).toBe('active')
    const [kept] = await app.needs.db.select().from(invoices).where(eq(invoices.subjectId, id))
    expect(kept?.refunded).toBe(1500)
    stripe.acts.cancelNow(subscription)
    stripe.clock.advance(0.1)
    expect((await compare())?.details.join()).toContain(`Subscription ${subscription}: status active, now canceled`)
    const again = await compare()
    expect(again?.details.filter((words) => words.includes(subscription) || words.includes(invoice?.id ?? ''))).toEqual([])
    expect(again?.lookedAt).toBeGreaterThan(1)
  })

  test('a run that was interrupted is begun anew, and says so; one that is at work is left alone', async () => {
    stripe.clock.advance(0.1)
    const begunAt = stripe.clock.now()
    await app.needs.db.insert(billingChecks).values({ id: crypto.randomUUID(), begunAt, movedAt: begunAt })
    expect(await compare()).toBeNull()
    stripe.clock.advance(0.5)
    expect((await compare())?.details[0]).toContain('was interrupted')
    expect((await compare())?.details.join()).not.toContain('was interrupted')
  })

  test('what the provider has no more is told, and not ended: it may be another account', async () => {
    const { id, customerId } = await aPayer(app.needs)
    const { id: subscription } = stripe.acts.begin({ customer: customerId, price: pro })
    await settled()
    stripe.account.subscriptions.delete(subscription)
    stripe.clock.advance(0.1)
    expect((await compare())?.details).toContain(`Subscription ${subscription}: known here, and the provider has it no more.`)
    expect(await labelOf(id)).toBe('active')
    await app.needs.db.delete(providerSubscriptions).where(eq(providerSubscriptions.subjectId, id))
  })

  test('an order whose end nobody told is closed within minutes, without waiting for the night', async () => {
    const { id } = await aPayer(app.needs)
    stripe.webhooks.mood = 'lose'
    const { customerId } = await aPayer(app.needs)
    const wish = {
      customerId,
      subjectId: id,
      planCode: 'PRO',
      trialEndsAt: null,
      successUrl: 'http://localhost/a',
      cancelUrl: 'http://localhost/b',
    } as const
    const checkout = await app.needs.billing.provider?.beginCheckout(wish, crypto.randomUUID())
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
    await app.needs.db.insert(billingOrders).values(order)
    stripe.clock.advance(1)
    await app.needs.jobs.enqueue(app.needs.db, 'billing.apply', {})
    await settled()
    const [kept] = await app.needs.db.select().from(billingOrders).where(eq(billingOrders.id, order.id))
    expect(kept?.state).toBe('dropped')
  })

  test('events older than ninety days are forgotten by night, if they were applied; so are orders that came to nothing', async () => {
    const { id, customerId } = await aPayer(app.needs)
    const order = { subjectId: id, planCode: 'PRO', provider: 'stripe', createdAt: stripe.clock.now() } as const
    await app.needs.db.insert(billingOrders).values([
      { ...order, id: crypto.randomUUID(), state: 'dropped' },
      { ...order, id: crypto.randomUUID(), state: 'done' },
    ])
    stripe.acts.begin({ customer: customerId, price: pro, trialDays: 200 })
    await settled()
    await app.needs.db.execute(sql`update billing_event set applied_at = null, outcome = null
      where event_id = (select event_id from billing_event where customer_id = ${customerId} order by event_id limit 1)`)
    stripe.mood = 'broken'
    stripe.clock.advance(91)
    await app.needs.jobs.enqueue(app.needs.db, 'billing.reconcile', {})
    await app.needs.jobs.settle()
    expect(await eventsOf(customerId)).toHaveLength(1)
    const orders = await app.needs.db.select().from(billingOrders).where(eq(billingOrders.subjectId, id))
    expect(orders.map(({ state }) => state)).toEqual(['done'])
  })
})

test('SUB-2 a trial that ends in three days is told once, to its owner, without a provider’s help', async () => {
  const { id, customerId } = await aPayer(app.needs)
  const email = `${customerId}@example.com`
  await anOwner(id, email, 'fr-CA')
  await app.needs.changes.write(async (tx) => {
    const ends = new Date(stripe.clock.now().getTime() + 5 * 86_400_000)
    await tx.execute(
      sql`insert into subscription (subject_id, plan_code, state, trial_ends_at) values (${id}, 'PRO', 'trial', ${ends.toISOString()})`,
    )
  })
  for (const days of [0, 2.5, 1]) {
    stripe.clock.advance(days)
    await app.needs.jobs.enqueue(app.needs.db, 'billing.mail-due', {})
    await settled()
  }
  expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Votre essai PRO se termine le /),
  ])
})
