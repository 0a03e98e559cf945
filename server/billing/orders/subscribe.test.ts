import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Subscriber } from '#contract/billing/billing.ts'
import type { PlanChoice } from '#contract/admin/admin-choices.ts'
import { accounts } from '#server/accounts/tables.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aCustomer } from '../../../tests/factories/customers.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { eventually } from '../../../tests/harness/eventually.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { stripeStandIn, type StripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import { recordBillingAction } from '../ledger/record-billing-action.ts'
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

const orders = (subjectId: string) => app.deps.db.select().from(billingOrders).where(eq(billingOrders.subjectId, subjectId))
const isProblem = (status: number) => expect.objectContaining({ problem: expect.objectContaining({ status }) })

async function aBuyer(on: TestApp = app) {
  const { id, alias } = await aCard(on.deps, { plan: 'FREE' })
  const owner = await signedIn(on, id)
  const input = (more: Partial<Subscriber> = {}): Subscriber => ({
    alias,
    customer: aCustomer(),
    plan: { plan_code: 'PRO' },
    redirect_url: `/${alias}/subscriptions`,
    ...more,
  })
  const subscribe = (more: Partial<Subscriber> = {}) => owner.call('billing.subscribe', { input: input(more) })
  const subscribeUrl = async (more: Partial<Subscriber> = {}) => {
    const { message } = await subscribe(more)
    return typeof message === 'string' ? message : message.url
  }
  const raw = (body: object) =>
    owner.ask('/remote/subscription/me/subscribe', {
      method: 'POST',
      headers: { 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ ...input(), ...body }),
    })
  const state = () => owner.call('billing.state', { params: { alias } })
  const manage = (act: 'update-card' | 'change' | 'cancel' | 'resume', redirect_url = '/') =>
    owner.call('billing.manage', { input: { alias, act, redirect_url } })
  const applyEvents = async () => {
    await stripe.webhooks.settled()
    await on.deps.jobs.settle()
  }
  const checkouts = () =>
    [...stripe.account.sessions.values()].map(({ session }) => session).filter(({ client_reference_id: of }) => of === id)
  const subscriptions = () => [...stripe.account.subscriptions.values()].filter(({ metadata }) => metadata['subject_id'] === id)
  return { id, alias, owner, subscribe, subscribeUrl, raw, state, manage, applyEvents, checkouts, subscriptions }
}

describe('SUB-1 billing.subscribe', () => {
  test('SUB-3 redirects to checkout, stores the details, and opens PRO on the event', async () => {
    const { subscribeUrl, state, applyEvents, owner, alias } = await aBuyer()
    const url = await subscribeUrl({ customer: aCustomer({ first_name: 'Grace' }) })
    expect(url).toMatch(stripe.url)
    expect(await state()).toMatchObject({ order: 'open', label: 'free', paidBy: 'provider', customer: { first_name: 'Grace' } })
    stripe.webhooks.mood = 'hold'
    stripe.acts.pay(url)
    expect(await state()).toMatchObject({ order: 'paying', label: 'free' })
    await stripe.deliver()
    await applyEvents()
    expect(await state()).toMatchObject({ order: 'none', label: 'active', offer: 'PRO', card: { last4: expect.stringMatching(/^\d{4}$/) } })
    expect(await owner.call('billing.subscriptions')).toEqual([
      { subscription_id: expect.stringMatching(/^sub_/), name: 'Carte PRO', alias, label: 'active' },
    ])
    expect(await owner.call('billing.ownSubscriptions')).toHaveLength(1)
    const [invoice] = await owner.call('billing.invoices', { params: { alias } })
    expect(invoice).toMatchObject({ state: 'paid', amount: 1500, currency: 'USD', url: expect.stringContaining(stripe.url) })
  })

  test('repeated and concurrent requests share one checkout', async () => {
    const { subscribeUrl, checkouts } = await aBuyer()
    const customersBefore = stripe.account.customers.size
    const urls = await Promise.all([subscribeUrl(), subscribeUrl({ redirect_url: '/account/subscription' }), subscribeUrl()])
    expect(new Set([...urls, await subscribeUrl()]).size).toBe(1)
    expect(checkouts()).toHaveLength(1)
    expect(stripe.account.customers.size).toBe(customersBefore + 1)
  })

  test('for another plan expires the open checkout, so that two cannot be paid', async () => {
    const { subscribeUrl, checkouts, state, applyEvents, subscriptions } = await aBuyer()
    const first = await subscribeUrl()
    const second = await subscribeUrl({ plan: { plan_code: 'PRO_TEAM' } })
    expect(second).not.toBe(first)
    expect(
      checkouts()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['expired', 'open'])
    stripe.acts.pay(first)
    stripe.acts.pay(second)
    await applyEvents()
    expect(subscriptions()).toHaveLength(1)
    expect(await state()).toMatchObject({ label: 'active', offer: 'PRO_TEAM' })
  })

  test('concurrent requests for two plans leave one checkout open', async () => {
    const { subscribeUrl, checkouts } = await aBuyer()
    await Promise.all([subscribeUrl(), subscribeUrl({ plan: { plan_code: 'PRO_TEAM' } })])
    expect(checkouts().filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  test('rejects a second subscription, before and after the event arrives', async () => {
    const { subscribeUrl, subscribe, applyEvents, subscriptions } = await aBuyer()
    const url = await subscribeUrl()
    stripe.webhooks.mood = 'hold'
    stripe.acts.pay(url)
    await expect(subscribe()).rejects.toEqual(isProblem(409))
    await expect(subscribe({ plan: { plan_code: 'PRO_TEAM' } })).rejects.toEqual(isProblem(409))
    // The first event is the completed checkout, before the subscription’s.
    await stripe.deliver(stripe.events.filter(({ type }) => type === 'checkout.session.completed').slice(-1))
    await applyEvents()
    await expect(subscribe()).rejects.toEqual(isProblem(409))
    await stripe.deliver()
    await applyEvents()
    await expect(subscribe()).rejects.toEqual(isProblem(409))
    expect(subscriptions()).toHaveLength(1)
  })

  test('if all events of a payment are lost, PRO opens within two minutes', async () => {
    const { subscribeUrl, state, applyEvents, subscriptions, id, owner, alias } = await aBuyer()
    const url = await subscribeUrl()
    stripe.webhooks.mood = 'lose'
    stripe.acts.pay(url)
    const aMinute = async () => {
      stripe.clock.advance(1.1 / 1440)
      await app.deps.jobs.enqueue(app.deps.db, 'billing.apply', {})
      await applyEvents()
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

  test('if only the checkout event arrives, PRO opens soon and cannot be paid twice', async () => {
    const { subscribeUrl, subscribe, state, applyEvents, id } = await aBuyer()
    const url = await subscribeUrl()
    stripe.webhooks.mood = 'hold'
    stripe.acts.pay(url)
    stripe.mood = (call) => (call.startsWith('GET subscriptions') ? 'broken' : 'good')
    await stripe.deliver(stripe.events.filter(({ type }) => type === 'checkout.session.completed').slice(-1))
    await applyEvents()
    expect((await orders(id)).map(({ state: of }) => of)).toEqual(['paying'])
    stripe.clock.advance(1.1)
    expect(await state()).toMatchObject({ order: 'paying' })
    await expect(subscribe()).rejects.toEqual(isProblem(409))
    stripe.mood = 'good'
    await app.deps.jobs.enqueue(app.deps.db, 'billing.apply', {})
    await applyEvents()
    expect(await state()).toMatchObject({ order: 'none', label: 'active' })
    expect((await orders(id)).map(({ state: of }) => of)).toEqual(['done'])
  })

  test('checks an open checkout once a minute; a slow provider does not block pages', async () => {
    const { databaseUrl, dataDir } = app.settings
    const settings = { ...stripe.settings, databaseUrl, dataDir }
    await using impatient = await anApp({ settings, outside: { clock: stripe.clock }, waits: { billingMs: 1 } })
    const { subscribeUrl, state, applyEvents } = await aBuyer(impatient)
    await subscribeUrl()
    const requests = () => stripe.requests.filter(({ method, path }) => method === 'GET' && path.includes('checkout/sessions/')).length
    stripe.clock.advance(1.1 / 1440)
    const before = requests()
    for (let run = 0; run < 3; run++) {
      await app.deps.jobs.enqueue(app.deps.db, 'billing.apply', {})
      await applyEvents()
    }
    expect(requests()).toBe(before + 1)
    stripe.mood = 'slow'
    expect(await state()).toMatchObject({ order: 'open' })
    // The page is there, and the request to the provider is still open.
    await eventually(() => expect(stripe.waitingCount()).toBe(1))
  })

  test('a recorded payment expires the open checkout; the next starts after its period', async () => {
    const { subscribeUrl, id, state, subscriptions, applyEvents } = await aBuyer()
    const first = await subscribeUrl()
    const input = { alias: '', act: 'pay', submissionId: crypto.randomUUID(), amount: '15' } as const
    await recordBillingAction(app.deps, id, input, async () => {})
    expect(await state()).toMatchObject({ order: 'none', label: 'active' })
    await app.deps.jobs.enqueue(app.deps.db, 'billing.cleanup', {})
    await applyEvents()
    expect(stripe.acts.pay(first)).toBeNull()
    const { paidUntil } = await state()
    stripe.acts.pay(await subscribeUrl())
    await applyEvents()
    expect(subscriptions().map(({ trial_end }) => trial_end)).toEqual([Date.parse(paidUntil ?? '') / 1000])
  })

  describe('an administrator sets the plan during an open checkout', () => {
    const put = async (alias: string, choice: PlanChoice) => {
      const admin = await signedIn(app, (await aCard(app.deps)).id)
      await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
      await admin.call('admin.setPlan', { input: { alias, choice } })
      await app.deps.jobs.enqueue(app.deps.db, 'billing.cleanup', {})
    }

    test.each(['PRO', 'TRIAL'] as const)('%s expires the checkout; the next starts after that period', async (choice) => {
      const { subscribeUrl, alias, id, state, subscriptions, applyEvents } = await aBuyer()
      const first = await subscribeUrl()
      await put(alias, choice)
      await applyEvents()
      expect(stripe.acts.pay(first)).toBeNull()
      expect((await orders(id)).map(({ state: of }) => of)).toEqual(['dropped'])
      const { order, paidUntil, trialEndsAt } = await state()
      expect(order).toBe('none')
      stripe.acts.pay(await subscribeUrl())
      await applyEvents()
      expect(subscriptions().map(({ trial_end }) => trial_end)).toEqual([Math.floor(Date.parse(paidUntil ?? trialEndsAt ?? '') / 1000)])
    })

    test.each(['FREE', 'DUNNING', 'UNPAID', 'EXPIRED', 'CANCELED'] as const)('%s leaves the checkout open', async (choice) => {
      const { subscribeUrl, alias, state, subscriptions, applyEvents } = await aBuyer()
      const first = await subscribeUrl()
      await put(alias, choice)
      await applyEvents()
      expect(await state()).toMatchObject({ order: 'open' })
      stripe.acts.pay(first)
      await applyEvents()
      expect(subscriptions()).toHaveLength(1)
      expect(await state()).toMatchObject({ label: 'active' })
    })
  })

  test('finds a lost renewal instead of charging twice', async () => {
    const { subscribeUrl, applyEvents, id, alias, subscriptions } = await aBuyer()
    stripe.acts.pay(await subscribeUrl())
    await applyEvents()
    stripe.webhooks.mood = 'lose'
    /** Sessions expire sooner, so log in again. */
    const inAMonth = async () => {
      stripe.clock.advance(40)
      const owner = await signedIn(app, id)
      const input = { alias, customer: aCustomer(), plan: { plan_code: 'PRO' }, redirect_url: '/' }
      const label = async () => (await owner.call('billing.state', { params: { alias } })).label
      return { subscribe: () => owner.call('billing.subscribe', { input }), label }
    }
    const { subscribe, label } = await inAMonth()
    expect(await label()).toBe('expired')
    await expect(subscribe()).rejects.toEqual(isProblem(409))
    expect(await label()).toBe('active')
    // As after the switch from test mode to live mode.
    stripe.account.subscriptions.delete(subscriptions()[0]?.id ?? '')
    await expect(subscribe()).rejects.toEqual(isProblem(409))
    const inMonth = await inAMonth()
    expect(await inMonth.subscribe()).toMatchObject({ message: { url: expect.stringContaining(stripe.url) } })
    expect(await inMonth.label()).toBe('expired')
  })

  test('an expired checkout is replaced by a new one', async () => {
    const { subscribeUrl, checkouts } = await aBuyer()
    const first = await subscribeUrl()
    stripe.acts.letExpire(first)
    expect(await subscribeUrl()).not.toBe(first)
    expect(checkouts()).toHaveLength(2)
  })

  test('the rest of a trial is not charged', async () => {
    const { subscribeUrl, id, applyEvents, state } = await aBuyer()
    const at = { now: stripe.clock.now(), lengths: { trialDays: 30, dunningDays: 14 } }
    await app.deps.changes.write((tx) => setPlan(tx, id, { plan: 'PRO', state: 'trial' }, at))
    const before = await state()
    stripe.acts.pay(await subscribeUrl())
    await applyEvents()
    expect(await state()).toMatchObject({ label: 'trial', trialEndsAt: before.trialEndsAt, subscription: { missingCreditCard: false } })
  })

  test.each([
    ['a plan that is not on offer', { plan: { plan_code: 'GOLD' } }, 'Please fill in at least one option.'],
    ['a plan named like a part of an object', { plan: { plan_code: 'constructor' } }, 'Please fill in at least one option.'],
    ['an invalid email', { customer: aCustomer({ email: 'no-email' }) }, 'Please enter a valid email.'],
    [
      'an empty street',
      { customer: aCustomer({ billing_address: { ...aCustomer().billing_address, street: ' ' } }) },
      'The street field is required.',
    ],
  ])('rejects %s with a message', async (_, body, message) => {
    const { raw, checkouts } = await aBuyer()
    const answer = await raw(body)
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ success: 0, message })])
    expect(checkouts()).toHaveLength(0)
  })

  test('begins one subscription, whatever quantity is sent', async () => {
    const { raw, applyEvents, subscriptions } = await aBuyer()
    const { message } = await (await raw({ plan: { plan_code: 'PRO', quantity: 5 } })).json()
    stripe.acts.pay(message.url)
    await applyEvents()
    expect(subscriptions().map(({ items }) => items.data.map(({ quantity }) => quantity))).toEqual([[1]])
  })

  test('takes no price, name, quantity, trial or state from the browser', async () => {
    const { raw, applyEvents, state, subscriptions } = await aBuyer()
    const forged = {
      plan: { plan_code: 'PRO', price: { amount: 1, currency: 'USD' }, quantity: 0, name: 'Gift' },
      trialDays: 9999,
      price: 1,
      state: 'paid',
    }
    const { message } = await (await raw(forged)).json()
    stripe.acts.pay(message.url)
    await applyEvents()
    expect(subscriptions().map(({ trial_end }) => trial_end)).toEqual([null])
    expect(await state()).toMatchObject({ label: 'active', offer: 'PRO' })
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example', ''])(
    'never leads back to %j',
    async (redirect_url) => {
      const { subscribeUrl, checkouts } = await aBuyer()
      await subscribeUrl({ redirect_url })
      const [checkout] = checkouts()
      for (const back of [checkout?.success_url, checkout?.cancel_url])
        expect(new URL(back ?? '').origin).toBe(new URL(app.settings.publicUrl).origin)
    },
  )

  test('another account’s card and a missing card get the same answer', async () => {
    const [mine, theirs] = [await aBuyer(), await aBuyer()]
    await expect(mine.subscribe({ alias: theirs.alias })).rejects.toEqual(isProblem(404))
    await expect(mine.subscribe({ alias: 'nobody-here' })).rejects.toEqual(isProblem(404))
    expect(theirs.checkouts()).toHaveLength(0)
  })

  test.each(['broken', 'busy', 'html', 'empty', 'closed', 'lost', 'unauthorised'] as const)(
    'with the provider %s nothing is charged, and a retry continues',
    async (mood) => {
      const { raw, subscribeUrl, checkouts, state } = await aBuyer()
      for (const call of ['POST customers', 'POST checkout/sessions']) {
        stripe.mood = (path) => (path === call ? mood : 'good')
        const answer = await raw({})
        expect(answer.status).toBe(503)
        const { success, message } = await answer.json()
        expect([success, message]).toEqual([0, expect.stringMatching(/Nothing was charged/)])
        expect(message).not.toMatch(/stripe|sk_test|http/i)
      }
      expect((await state()).customer?.first_name).toBe('Ada')
      stripe.mood = 'good'
      expect(await subscribeUrl()).toMatch(stripe.url)
      expect(checkouts().filter(({ status }) => status === 'open')).toHaveLength(1)
    },
    30_000,
  )

  test('an interrupted request resumes with the same order', async () => {
    const { subscribeUrl, id, checkouts } = await aBuyer()
    const url = await subscribeUrl()
    // As after a crash between the provider’s response and our write.
    await app.deps.db.update(billingOrders).set({ checkoutId: null, url: null, expiresAt: null }).where(eq(billingOrders.subjectId, id))
    expect(await subscribeUrl()).toBe(url)
    expect(checkouts()).toHaveLength(1)
  })
})

describe('SUB-3 billing.manage', () => {
  const aSubscriber = async () => {
    const buyer = await aBuyer()
    stripe.acts.pay(await buyer.subscribeUrl())
    await buyer.applyEvents()
    return buyer
  }

  test('cancels at the end of the period and resumes, visible at once', async () => {
    const { manage, state } = await aSubscriber()
    stripe.webhooks.mood = 'lose'
    expect(await manage('cancel')).toEqual({ success: 1, message: '' })
    expect(await state()).toMatchObject({ label: 'active', cancelAt: expect.stringMatching(/^2026-/) })
    await manage('resume')
    expect((await state()).cancelAt).toBeNull()
  })

  test('redirects to the provider to change the payment card or plan, and back', async () => {
    const { manage, alias } = await aSubscriber()
    for (const act of ['update-card', 'change'] as const) {
      const { message } = await manage(act, `/${alias}/subscriptions`)
      expect(message).toEqual({ url: expect.stringContaining(stripe.url) })
    }
  })

  test('without a subscription redirects to the page that starts one, or answers so', async () => {
    const { manage, alias } = await aBuyer()
    expect(await manage('change')).toEqual({
      success: 1,
      message: { url: `${app.settings.publicUrl}/account/subscription?alias=${alias}&change_subscription=yes` },
    })
    await expect(manage('cancel')).rejects.toEqual(isProblem(409))
  })

  test('canceling finds out that the provider already ended it', async () => {
    const { manage, state, subscriptions } = await aSubscriber()
    stripe.webhooks.mood = 'lose'
    stripe.acts.cancelNow(subscriptions()[0]?.id ?? '')
    expect(await state()).toMatchObject({ label: 'active' })
    stripe.clock.advance(1 / 1440)
    await expect(manage('cancel')).rejects.toEqual(isProblem(503))
    expect(await state()).toMatchObject({ label: 'expired' })
  })

  test('answers that nothing changed while the provider is unavailable', async () => {
    const { manage, state } = await aSubscriber()
    stripe.mood = 'closed'
    await expect(manage('cancel')).rejects.toEqual(isProblem(503))
    stripe.mood = 'good'
    expect((await state()).cancelAt).toBeNull()
  })
})

describe('SUB-1 without a provider', () => {
  let here: TestApp
  beforeAll(async () => void (here = await anApp()))
  afterAll(() => here[Symbol.asyncDispose]())

  test('notifies the administrator once; another plan replaces the order', async () => {
    const { subscribeUrl, state, alias, id, raw } = await aBuyer(here)
    const url = `${here.settings.publicUrl}/account/subscription?alias=${alias}`
    expect(await Promise.all([subscribeUrl(), subscribeUrl()])).toEqual([url, url])
    expect(await subscribeUrl()).toBe(url)
    expect(await state()).toMatchObject({ order: 'open', paidBy: 'person', label: 'free' })
    const orders = () => here.deps.db.select().from(billingOrders).where(eq(billingOrders.subjectId, id))
    expect(await orders()).toHaveLength(1)
    expect((await raw({ plan: { plan_code: 'PRO_TEAM' } })).status).toBe(422)
    expect(await orders()).toHaveLength(1)
  })

  test.each([
    ['PRO', 'done'],
    ['TRIAL', 'open'],
    ['FREE', 'dropped'],
    ['DUNNING', 'open'],
  ] as const)('setting %s leaves the owner’s order %s', async (choice, becomes) => {
    const { subscribeUrl, alias, id } = await aBuyer(here)
    await subscribeUrl()
    const admin = await signedIn(here, (await aCard(here.deps)).id)
    await here.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
    await admin.call('admin.setPlan', { input: { alias, choice } })
    const [order] = await here.deps.db.select().from(billingOrders).where(eq(billingOrders.subjectId, id))
    expect(order?.state).toBe(becomes)
  })

  test('a subscription of a switched-off provider blocks nothing and is not ended', async () => {
    const { subscribeUrl, state, manage, id } = await aBuyer(here)
    const day = new Date(here.deps.clock.now().getTime() - 86_400_000)
    const row = { subjectId: id, planCode: 'PRO', state: 'paid', paidUntil: day, hasCardOnFile: true, provider: 'stripe' } as const
    await here.deps.db.insert(subscriptions).values(row)
    await here.deps.db
      .insert(billingOrders)
      .values({ subjectId: id, id: crypto.randomUUID(), planCode: 'PRO', provider: 'stripe', state: 'paying', createdAt: day })
    expect(await state()).toMatchObject({ order: 'none', label: 'expired' })
    await expect(manage('cancel')).rejects.toEqual(isProblem(409))
    await subscribeUrl()
    expect(await state()).toMatchObject({ order: 'open', paidBy: 'person' })
  })

  test('a trial can be canceled and resumed; card and plan changes need a person', async () => {
    const { manage, state, id, subscribe } = await aBuyer(here)
    const at = { now: here.deps.clock.now(), lengths: { trialDays: 30, dunningDays: 14 } }
    await here.deps.changes.write((tx) => setPlan(tx, id, { plan: 'PRO', state: 'trial' }, at))
    await manage('cancel')
    const { cancelAt, trialEndsAt } = await state()
    expect(cancelAt).toBe(trialEndsAt)
    await manage('resume')
    expect((await state()).cancelAt).toBeNull()
    expect(await manage('update-card')).toEqual({ success: 0, message: 'paid-by-person' })
    await here.deps.changes.write((tx) => setPlan(tx, id, { plan: 'PRO' }, at))
    await expect(subscribe()).rejects.toEqual(isProblem(409))
  })
})
