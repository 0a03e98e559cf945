import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Subscriber } from '#contract/billing/billing.ts'
import type { PlanChoice } from '#contract/admin/operator-choices.ts'
import { accounts } from '#server/accounts/tables.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aCustomer } from '../../../tests/factories/customers.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { stripeStandIn, type StripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import { noteBill } from '../ledger/note-bill.ts'
import { setPlan } from './set-plan.ts'
import { billingOrders, subscriptions } from '../tables.ts'

let stripe: StripeStandIn
let app: TestApp
beforeAll(async () => {
  stripe = await stripeStandIn({ startsAt: new Date('2026-03-02T12:00:00Z') })
  app = await anApp({ settings: { ...stripe.settings, teamPrice: 'ask' }, outside: { clock: stripe.clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})
beforeEach(() => {
  stripe.mood = 'good'
  stripe.webhooks.mood = 'deliver'
  stripe.webhooks.listener = (request) => app.fetch(request)
})

const orders = (subjectId: string) => app.needs.db.select().from(billingOrders).where(eq(billingOrders.subjectId, subjectId))
const isRefused = (status: number) => expect.objectContaining({ problem: expect.objectContaining({ status }) })

async function aBuyer(on: TestApp = app) {
  const { id, alias } = await aCard(on.needs, { plan: 'FREE' })
  const owner = await signedIn(on, id)
  const wish = (more: Partial<Subscriber> = {}): Subscriber => ({
    alias,
    customer: aCustomer(),
    plan: { plan_code: 'PRO' },
    redirect_url: `/${alias}/subscriptions`,
    ...more,
  })
  const ask = (more: Partial<Subscriber> = {}) => owner.call('billing.subscribe', { input: wish(more) })
  const led = async (more: Partial<Subscriber> = {}) => {
    const { message } = await ask(more)
    return typeof message === 'string' ? message : message.url
  }
  const raw = (body: object) =>
    owner.ask('/remote/subscription/me/subscribe', {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ ...wish(), ...body }),
    })
  const state = () => owner.call('billing.state', { params: { alias } })
  const manage = (act: 'update-card' | 'change' | 'cancel' | 'resume', redirect_url = '/') =>
    owner.call('billing.manage', { input: { alias, act, redirect_url } })
  const told = async () => {
    await stripe.webhooks.settled()
    await on.needs.jobs.settle()
  }
  const checkouts = () =>
    [...stripe.account.sessions.values()].map(({ session }) => session).filter(({ client_reference_id: of }) => of === id)
  const subscriptions = () => [...stripe.account.subscriptions.values()].filter(({ metadata }) => metadata['subject_id'] === id)
  return { id, alias, owner, ask, led, raw, state, manage, told, checkouts, subscriptions }
}

describe('SUB-1 billing.subscribe', () => {
  test('SUB-3 leads to where it is paid; what was typed is there the next time; PRO opens when the provider has told', async () => {
    const { led, state, told, owner, alias } = await aBuyer()
    const url = await led({ customer: aCustomer({ first_name: 'Grace' }) })
    expect(url).toMatch(stripe.url)
    expect(await state()).toMatchObject({ order: 'open', label: 'free', paidBy: 'provider', customer: { first_name: 'Grace' } })
    stripe.webhooks.mood = 'hold'
    stripe.acts.pay(url)
    expect(await state()).toMatchObject({ order: 'paying', label: 'free' })
    await stripe.deliver()
    await told()
    expect(await state()).toMatchObject({ order: 'none', label: 'active', offer: 'PRO', card: { last4: expect.stringMatching(/^\d{4}$/) } })
    expect(await owner.call('billing.subscriptions')).toEqual([
      { subscription_id: expect.stringMatching(/^sub_/), name: 'Carte PRO', alias, label: 'active' },
    ])
    expect(await owner.call('billing.ownSubscriptions')).toHaveLength(1)
    const [invoice] = await owner.call('billing.invoices', { params: { alias } })
    expect(invoice).toMatchObject({ state: 'paid', amount: 1500, currency: 'USD', url: expect.stringContaining(stripe.url) })
  })

  test('pressed again, and in two tabs at once, is one checkout with one address', async () => {
    const { led, checkouts } = await aBuyer()
    const urls = await Promise.all([led(), led({ redirect_url: '/account/subscription' }), led()])
    expect(new Set([...urls, await led()]).size).toBe(1)
    expect(checkouts()).toHaveLength(1)
    expect([...stripe.account.customers.values()].length).toBeGreaterThan(0)
  })

  test('for another plan ends the page that was open, so that two cannot be paid', async () => {
    const { led, checkouts, state, told, subscriptions } = await aBuyer()
    const first = await led()
    const second = await led({ plan: { plan_code: 'PRO_TEAM' } })
    expect(second).not.toBe(first)
    expect(
      checkouts()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['expired', 'open'])
    stripe.acts.pay(first)
    stripe.acts.pay(second)
    await told()
    expect(subscriptions()).toHaveLength(1)
    expect(await state()).toMatchObject({ label: 'active', offer: 'PRO_TEAM' })
  })

  test('asked for one plan and the other in two tabs at once leaves one open', async () => {
    const { led, checkouts } = await aBuyer()
    await Promise.all([led(), led({ plan: { plan_code: 'PRO_TEAM' } })])
    expect(checkouts().filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  test('what is paid is not asked for again: neither before it was told nor after', async () => {
    const { led, ask, told, subscriptions } = await aBuyer()
    const url = await led()
    stripe.webhooks.mood = 'hold'
    stripe.acts.pay(url)
    await expect(ask()).rejects.toEqual(isRefused(409))
    await expect(ask({ plan: { plan_code: 'PRO_TEAM' } })).rejects.toEqual(isRefused(409))
    // The first thing told is that the page was left, before what became of it.
    await stripe.deliver(stripe.events.filter(({ type }) => type === 'checkout.session.completed').slice(-1))
    await told()
    await expect(ask()).rejects.toEqual(isRefused(409))
    await stripe.deliver()
    await told()
    await expect(ask()).rejects.toEqual(isRefused(409))
    expect(subscriptions()).toHaveLength(1)
  })

  test('paid, and all that was told of it lost: within two minutes it is asked about, and PRO is open', async () => {
    const { led, state, told, subscriptions, id, owner, alias } = await aBuyer()
    const url = await led()
    stripe.webhooks.mood = 'lose'
    stripe.acts.pay(url)
    const aMinute = async () => {
      stripe.clock.advance(1.1 / 1440)
      await app.needs.jobs.enqueue(app.needs.db, 'billing.apply', {})
      await told()
    }
    stripe.mood = 'closed'
    await aMinute()
    expect((await orders(id)).map(({ state: of }) => of)).toEqual(['open'])
    stripe.mood = (call) => (call.startsWith('GET subscriptions') ? 'broken' : 'good')
    await aMinute()
    expect(await state()).toMatchObject({ order: 'paying', label: 'free' })
    stripe.mood = 'good'
    await aMinute()
    expect(await state()).toMatchObject({ order: 'none', label: 'active', offer: 'PRO' })
    expect(await owner.call('billing.invoices', { params: { alias } })).toMatchObject([{ state: 'paid', amount: 1500 }])
    expect((await orders(id)).map((one) => [one.state, one.subscriptionId])).toEqual([['done', subscriptions()[0]?.id]])
  })

  test('only that the page was left is told: who paid waits for no night, and cannot pay twice meanwhile', async () => {
    const { led, ask, state, told, id } = await aBuyer()
    const url = await led()
    stripe.webhooks.mood = 'hold'
    stripe.acts.pay(url)
    stripe.mood = (call) => (call.startsWith('GET subscriptions') ? 'broken' : 'good')
    await stripe.deliver(stripe.events.filter(({ type }) => type === 'checkout.session.completed').slice(-1))
    await told()
    expect((await orders(id)).map(({ state: of }) => of)).toEqual(['paying'])
    stripe.clock.advance(1.1)
    expect(await state()).toMatchObject({ order: 'paying' })
    await expect(ask()).rejects.toEqual(isRefused(409))
    stripe.mood = 'good'
    await app.needs.jobs.enqueue(app.needs.db, 'billing.apply', {})
    await told()
    expect(await state()).toMatchObject({ order: 'none', label: 'active' })
    expect((await orders(id)).map(({ state: of }) => of)).toEqual(['done'])
  })

  test('a page that stands open is asked about once a minute, and a provider that is slow keeps no page of ours waiting', async () => {
    const { led, state, told } = await aBuyer()
    await led()
    const asked = () => stripe.asked.filter(({ method, path }) => method === 'GET' && path.includes('checkout/sessions/')).length
    stripe.clock.advance(1.1 / 1440)
    const before = asked()
    for (let run = 0; run < 3; run++) {
      await app.needs.jobs.enqueue(app.needs.db, 'billing.apply', {})
      await told()
    }
    expect(asked()).toBe(before + 1)
    stripe.mood = 'slow'
    const begun = performance.now()
    expect(await state()).toMatchObject({ order: 'open' })
    expect(performance.now() - begun).toBeLessThan(6000)
  })

  test('whoever runs it notes a payment while the page stands open: it is closed, and the next one begins where that ends', async () => {
    const { led, id, state, subscriptions, told } = await aBuyer()
    const first = await led()
    const wish = { alias: '', act: 'pay', submissionId: crypto.randomUUID(), amount: '15' } as const
    await noteBill(app.needs, id, wish, async () => {})
    expect(await state()).toMatchObject({ order: 'none', label: 'active' })
    await app.needs.jobs.enqueue(app.needs.db, 'billing.tidy-provider', {})
    await told()
    expect(stripe.acts.pay(first)).toBeNull()
    const { paidUntil } = await state()
    stripe.acts.pay(await led())
    await told()
    expect(subscriptions().map(({ trial_end }) => trial_end)).toEqual([Date.parse(paidUntil ?? '') / 1000])
  })

  describe('whoever runs it puts the card on a plan while the page stands open', () => {
    const put = async (alias: string, choice: PlanChoice) => {
      const operator = await signedIn(app, (await aCard(app.needs)).id)
      await app.needs.db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, operator.accountId))
      await operator.call('operator.setPlan', { input: { alias, choice } })
      await app.needs.jobs.enqueue(app.needs.db, 'billing.tidy-provider', {})
    }

    test.each(['PRO', 'TRIAL'] as const)('%s gives something: it is closed, and the next one begins where that ends', async (choice) => {
      const { led, alias, id, state, subscriptions, told } = await aBuyer()
      const first = await led()
      await put(alias, choice)
      await told()
      expect(stripe.acts.pay(first)).toBeNull()
      expect((await orders(id)).map(({ state: of }) => of)).toEqual(['dropped'])
      const { order, paidUntil, trialEndsAt } = await state()
      expect(order).toBe('none')
      stripe.acts.pay(await led())
      await told()
      expect(subscriptions().map(({ trial_end }) => trial_end)).toEqual([Math.floor(Date.parse(paidUntil ?? trialEndsAt ?? '') / 1000)])
    })

    test.each(['FREE', 'DUNNING', 'UNPAID', 'EXPIRED', 'CANCELLED'] as const)('%s pays for nothing: it stays open', async (choice) => {
      const { led, alias, state, subscriptions, told } = await aBuyer()
      const first = await led()
      await put(alias, choice)
      await told()
      expect(await state()).toMatchObject({ order: 'open' })
      stripe.acts.pay(first)
      await told()
      expect(subscriptions()).toHaveLength(1)
      expect(await state()).toMatchObject({ label: 'active' })
    })
  })

  test('what was renewed and not told is found before it is paid twice; what the provider does not have keeps nobody from paying', async () => {
    const { led, told, id, alias, subscriptions } = await aBuyer()
    stripe.acts.pay(await led())
    await told()
    stripe.webhooks.mood = 'lose'
    /** Sessions do not last so long. */
    const aMonthLater = async () => {
      stripe.clock.advance(40)
      const owner = await signedIn(app, id)
      const input = { alias, customer: aCustomer(), plan: { plan_code: 'PRO' }, redirect_url: '/' }
      const label = async () => (await owner.call('billing.state', { params: { alias } })).label
      return { ask: () => owner.call('billing.subscribe', { input }), label }
    }
    const { ask, label } = await aMonthLater()
    expect(await label()).toBe('expired')
    await expect(ask()).rejects.toEqual(isRefused(409))
    expect(await label()).toBe('active')
    // As after the change from test mode to the real one.
    stripe.account.subscriptions.delete(subscriptions()[0]?.id ?? '')
    await expect(ask()).rejects.toEqual(isRefused(409))
    const later = await aMonthLater()
    expect(await later.ask()).toMatchObject({ message: { url: expect.stringContaining(stripe.url) } })
    expect(await later.label()).toBe('expired')
  })

  test('a page whose hour is over makes room for a new one', async () => {
    const { led, checkouts } = await aBuyer()
    const first = await led()
    stripe.acts.letExpire(first)
    expect(await led()).not.toBe(first)
    expect(checkouts()).toHaveLength(2)
  })

  test('what is left of a trial is not charged for', async () => {
    const { led, id, told, state } = await aBuyer()
    const at = { now: stripe.clock.now(), lengths: { trialDays: 30, dunningDays: 14 } }
    await app.needs.changes.write((tx) => setPlan(tx, id, { plan: 'PRO', state: 'trial' }, at))
    const before = await state()
    stripe.acts.pay(await led())
    await told()
    expect(await state()).toMatchObject({ label: 'trial', trialEndsAt: before.trialEndsAt, subscription: { missingCreditCard: false } })
  })

  test.each([
    ['a plan that is not on offer', { plan: { plan_code: 'GOLD' } }, 'Please fill in at least one option.'],
    ['a plan named like a part of an object', { plan: { plan_code: 'constructor' } }, 'Please fill in at least one option.'],
    ['an e-mail that is none', { customer: aCustomer({ email: 'nobody' }) }, 'Please enter a valid email.'],
    [
      'an empty street',
      { customer: aCustomer({ billing_address: { ...aCustomer().billing_address, street: ' ' } }) },
      'The street field is required.',
    ],
  ])('refuses %s in words', async (_, body, message) => {
    const { raw, checkouts } = await aBuyer()
    const answer = await raw(body)
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ success: 0, message })])
    expect(checkouts()).toHaveLength(0)
  })

  test('begins one subscription whatever quantity is sent, as the specification sets it to 1', async () => {
    const { raw, told, subscriptions } = await aBuyer()
    const { message } = await (await raw({ plan: { plan_code: 'PRO', quantity: 5 } })).json()
    stripe.acts.pay(message.url)
    await told()
    expect(subscriptions().map(({ items }) => items.data.map(({ quantity }) => quantity))).toEqual([[1]])
  })

  test('takes no price, name, quantity, trial or state from the browser', async () => {
    const { raw, told, state, subscriptions } = await aBuyer()
    const forged = {
      plan: { plan_code: 'PRO', price: { amount: 1, currency: 'USD' }, quantity: 0, name: 'Gift' },
      trialDays: 9999,
      price: 1,
      state: 'paid',
    }
    const { message } = await (await raw(forged)).json()
    stripe.acts.pay(message.url)
    await told()
    expect(subscriptions().map(({ trial_end }) => trial_end)).toEqual([null])
    expect(await state()).toMatchObject({ label: 'active', offer: 'PRO' })
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example', ''])(
    'never leads back to %j',
    async (redirect_url) => {
      const { led, checkouts } = await aBuyer()
      await led({ redirect_url })
      const [checkout] = checkouts()
      for (const back of [checkout?.success_url, checkout?.cancel_url])
        expect(new URL(back ?? '').origin).toBe(new URL(app.settings.publicUrl).origin)
    },
  )

  test('of somebody else’s card, and of one that is not there, is the same refusal', async () => {
    const [mine, theirs] = [await aBuyer(), await aBuyer()]
    await expect(mine.ask({ alias: theirs.alias })).rejects.toEqual(isRefused(404))
    await expect(mine.ask({ alias: 'nobody-here' })).rejects.toEqual(isRefused(404))
    expect(theirs.checkouts()).toHaveLength(0)
  })

  test.each(['broken', 'busy', 'html', 'empty', 'closed', 'lost', 'unauthorised'] as const)(
    'while the provider is in the mood “%s” nothing is charged, and asking again goes on from there',
    async (mood) => {
      const { raw, led, checkouts, state } = await aBuyer()
      for (const call of ['POST customers', 'POST checkout/sessions']) {
        stripe.mood = (asked) => (asked === call ? mood : 'good')
        const answer = await raw({})
        expect(answer.status).toBe(503)
        const { success, message } = await answer.json()
        expect([success, message]).toEqual([0, expect.stringMatching(/Nothing was charged/)])
        expect(message).not.toMatch(/stripe|sk_test|http/i)
      }
      expect((await state()).customer?.first_name).toBe('Ada')
      stripe.mood = 'good'
      expect(await led()).toMatch(stripe.url)
      expect(checkouts().filter(({ status }) => status === 'open')).toHaveLength(1)
    },
    30_000,
  )

  test('whoever was interrupted in the middle is taken up, under the same order', async () => {
    const { led, id, checkouts } = await aBuyer()
    const url = await led()
    // As a stop between the provider's answer and our keeping it leaves it.
    await app.needs.db.update(billingOrders).set({ checkoutId: null, url: null, expiresAt: null }).where(eq(billingOrders.subjectId, id))
    expect(await led()).toBe(url)
    expect(checkouts()).toHaveLength(1)
  })
})

describe('SUB-3 billing.manage', () => {
  const aSubscriber = async () => {
    const buyer = await aBuyer()
    stripe.acts.pay(await buyer.led())
    await buyer.told()
    return buyer
  }

  test('cancels where the period ends and goes on again, shown at once', async () => {
    const { manage, state } = await aSubscriber()
    stripe.webhooks.mood = 'lose'
    expect(await manage('cancel')).toEqual({ success: 1, message: '' })
    expect(await state()).toMatchObject({ label: 'active', cancelAt: expect.stringMatching(/^2026-/) })
    await manage('resume')
    expect((await state()).cancelAt).toBeNull()
  })

  test('leads to the provider for another payment card or plan, and back to us', async () => {
    const { manage, alias } = await aSubscriber()
    for (const act of ['update-card', 'change'] as const) {
      const { message } = await manage(act, `/${alias}/subscriptions`)
      expect(message).toEqual({ url: expect.stringContaining(stripe.url) })
    }
  })

  test('without a subscription leads to the page where one is begun, or says there is none', async () => {
    const { manage, alias } = await aBuyer()
    expect(await manage('change')).toEqual({
      success: 1,
      message: { url: `${app.settings.publicUrl}/account/subscription?alias=${alias}&change_subscription=yes` },
    })
    await expect(manage('cancel')).rejects.toEqual(isRefused(409))
  })

  test('what was ended there and not told is found out by asking for its end', async () => {
    const { manage, state, subscriptions } = await aSubscriber()
    stripe.webhooks.mood = 'lose'
    stripe.acts.cancelNow(subscriptions()[0]?.id ?? '')
    expect(await state()).toMatchObject({ label: 'active' })
    stripe.clock.advance(1 / 1440)
    await expect(manage('cancel')).rejects.toEqual(isRefused(503))
    expect(await state()).toMatchObject({ label: 'expired' })
  })

  test('says that nothing changed while the provider is away', async () => {
    const { manage, state } = await aSubscriber()
    stripe.mood = 'closed'
    await expect(manage('cancel')).rejects.toEqual(isRefused(503))
    stripe.mood = 'good'
    expect((await state()).cancelAt).toBeNull()
  })
})

describe('SUB-1 without a provider', () => {
  let here: TestApp
  beforeAll(async () => void (here = await anApp()))
  afterAll(() => here[Symbol.asyncDispose]())

  test('asks whoever runs it, once; asking again changes nothing, another plan takes its place', async () => {
    const { led, state, alias, id, raw } = await aBuyer(here)
    const asked = `${here.settings.publicUrl}/account/subscription?alias=${alias}&asked=yes`
    expect(await Promise.all([led(), led()])).toEqual([asked, asked])
    expect(await led()).toBe(asked)
    expect(await state()).toMatchObject({ order: 'open', paidBy: 'person', label: 'free' })
    const orders = () => here.needs.db.select().from(billingOrders).where(eq(billingOrders.subjectId, id))
    expect(await orders()).toHaveLength(1)
    expect((await raw({ plan: { plan_code: 'PRO_TEAM' } })).status).toBe(422)
    expect(await orders()).toHaveLength(1)
  })

  test.each([
    ['PRO', 'done'],
    ['TRIAL', 'open'],
    ['FREE', 'dropped'],
    ['DUNNING', 'open'],
  ] as const)('put on %s by whoever runs it, what its owner asked for is %s', async (choice, becomes) => {
    const { led, alias, id } = await aBuyer(here)
    await led()
    const operator = await signedIn(here, (await aCard(here.needs)).id)
    await here.needs.db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, operator.accountId))
    await operator.call('operator.setPlan', { input: { alias, choice } })
    const [order] = await here.needs.db.select().from(billingOrders).where(eq(billingOrders.subjectId, id))
    expect(order?.state).toBe(becomes)
  })

  test('what a payment service that is gone told of a card keeps its owner from nothing, and ends nothing there', async () => {
    const { led, state, manage, id } = await aBuyer(here)
    const day = new Date(here.needs.clock.now().getTime() - 86_400_000)
    const row = { subjectId: id, planCode: 'PRO', state: 'paid', paidUntil: day, hasCardOnFile: true, provider: 'stripe' } as const
    await here.needs.db.insert(subscriptions).values(row)
    await here.needs.db
      .insert(billingOrders)
      .values({ subjectId: id, id: crypto.randomUUID(), planCode: 'PRO', provider: 'stripe', state: 'paying', createdAt: day })
    expect(await state()).toMatchObject({ order: 'none', label: 'expired' })
    await expect(manage('cancel')).rejects.toEqual(isRefused(409))
    await led()
    expect(await state()).toMatchObject({ order: 'open', paidBy: 'person' })
  })

  test('a trial is cancelled and taken up again; a card or a plan is a person’s to change', async () => {
    const { manage, state, id, ask } = await aBuyer(here)
    const at = { now: here.needs.clock.now(), lengths: { trialDays: 30, dunningDays: 14 } }
    await here.needs.changes.write((tx) => setPlan(tx, id, { plan: 'PRO', state: 'trial' }, at))
    await manage('cancel')
    const { cancelAt, trialEndsAt } = await state()
    expect(cancelAt).toBe(trialEndsAt)
    await manage('resume')
    expect((await state()).cancelAt).toBeNull()
    expect(await manage('update-card')).toEqual({ success: 0, message: 'paid-by-person' })
    await here.needs.changes.write((tx) => setPlan(tx, id, { plan: 'PRO' }, at))
    await expect(ask()).rejects.toEqual(isRefused(409))
  })
})
