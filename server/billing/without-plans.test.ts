import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { has } from '#contract/permissions.ts'
import { accounts } from '#server/accounts/tables.ts'
import { findCardId, listCardIds } from '#server/cards/card-store.ts'
import type { Db } from '#server/database/database.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { aCustomer } from '../../tests/factories/customers.ts'
import { aPayer } from '../../tests/factories/payers.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { readOutbox } from '../../tests/harness/outbox.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { whileLocked } from '../../tests/harness/while-locked.ts'
import { stripeStandIn, type StripeStandIn } from '../../tests/stand-ins/stripe.ts'
import { recordBillingAction } from './ledger/record-billing-action.ts'
import { findNewestOrder } from './orders/order-store.ts'
import { resumePlans } from './orders/resume-plans.ts'
import { compareWithProvider } from './provider/compare-with-provider.ts'
import { lockPayers } from './provider/provider-store.ts'
import { findSubscription } from './subscriptions/subscription-store.ts'
import { subscriptions, type Subscription } from './tables.ts'

let stripe: StripeStandIn
let app: TestApp
beforeAll(async () => {
  stripe = await stripeStandIn({ startsAt: new Date('2026-03-02T12:00:00Z') })
  app = await anApp({ settings: { ...stripe.settings, teamPrice: '49', plans: false }, outside: { clock: stripe.clock } })
  stripe.webhooks.listener = (request) => app.fetch(request)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

const text = 'This installation has no plans. Every card has everything.'
const plansOff = expect.objectContaining({ problem: expect.objectContaining({ type: '/problems/plans-off', status: 409, title: text }) })
/** The format that the specification gives these calls. */
const plansOffFlag = expect.objectContaining({ problem: expect.objectContaining({ success: 0, message: text, status: 409 }) })
const inDays = (days: number) => new Date(app.deps.clock.now().getTime() + days * 86_400_000)

/** The owner of a card whose stored subscription would grant nothing. */
async function anOwner(state: Subscription['state'] | null = null, fields: Partial<Subscription> = {}) {
  const card = await aCard(app.deps, { plan: state ? 'PRO' : 'FREE' })
  if (state)
    await app.deps.db
      .update(subscriptions)
      .set({ state, paidUntil: null, ...fields })
      .where(eq(subscriptions.subjectId, card.id))
  return { ...card, owner: await signedIn(app, card.id) }
}

async function anAdmin(): Promise<SignedIn> {
  const admin = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
  return admin
}

/** A card with a paid subscription at the payment service. */
async function aSubscriber() {
  const card = await aPayer(app.deps)
  const { id: subscription } = stripe.acts.begin({ customer: card.customerId, price: 'carte_pro' })
  await applyEvents()
  return { ...card, subscription }
}
async function applyEvents() {
  await stripe.webhooks.settled()
  await app.deps.jobs.settle()
}

describe('the owner', () => {
  test.each([null, 'unpaid', 'cancelled', 'expired'] as const)('has an active card, whatever is stored (%s)', async (state) => {
    const { alias, owner } = await anOwner(state)
    const billing = await owner.call('billing.state', { params: { alias } })
    expect(billing).toMatchObject({
      label: 'active',
      offer: null,
      order: 'none',
      plans: [],
      trialDays: 0,
      trialEndsAt: null,
      paidUntil: null,
    })
    expect(billing.subscription).toMatchObject({
      isActive: true,
      isFreemium: false,
      isTrial: false,
      isInError: false,
      freemiumPlanName: '',
    })
    const { '{product}': card, subscription } = await owner.call('cards.read', { params: { alias } })
    expect(subscription).toEqual(billing.subscription)
    expect('permissions' in card && has(card.permissions, 'VideoBackgrounds') && !has(card.permissions, 'ShowFreemiumBanners')).toBe(true)
  })

  test('sees nothing for sale, and an active subscription of each card', async () => {
    const { id, alias, owner } = await anOwner()
    expect(await owner.call('billing.plans')).toEqual([])
    const own = [{ subscription_id: id, name: 'Carte', alias, label: 'active' }]
    expect(await owner.call('billing.subscriptions')).toEqual(own)
    expect(await owner.call('billing.ownSubscriptions')).toEqual(own)
    expect(await owner.call('billing.invoices', { params: { alias } })).toEqual([])
    expect(await owner.call('billing.mark', { params: { alias } })).toEqual({ mark: expect.any(String) })
  })

  test('cannot buy or change a plan, and nothing is stored', async () => {
    const { id, alias, owner } = await anOwner()
    const input = { alias, customer: aCustomer(), plan: { plan_code: 'PRO' }, redirect_url: '/' }
    await expect(owner.call('billing.subscribe', { input })).rejects.toEqual(plansOffFlag)
    for (const act of ['update-card', 'change', 'cancel', 'resume'] as const)
      await expect(owner.call('billing.manage', { input: { alias, act, redirect_url: '/' } })).rejects.toEqual(plansOffFlag)
    expect(await findSubscription(app.deps.db, id)).toBeNull()
    expect(await findNewestOrder(app.deps.db, id)).toBeNull()
  })

  test('can cancel a subscription that is still charged, and nothing else', async () => {
    const { id, alias, subscription } = await aSubscriber()
    const owner = await signedIn(app, id)
    const manage = (act: 'update-card' | 'change' | 'cancel' | 'resume') =>
      owner.call('billing.manage', { input: { alias, act, redirect_url: '/' } })
    expect(await manage('cancel')).toEqual({ success: 1, message: '' })
    expect(stripe.account.subscriptions.get(subscription)).toMatchObject({ cancel_at_period_end: true })
    for (const act of ['update-card', 'change', 'resume'] as const) await expect(manage(act)).rejects.toEqual(plansOffFlag)
  })

  test('sees all contacts', async () => {
    const { id, alias, owner } = await anOwner()
    for (let count = 0; count < 7; count++) await aContact(app.deps, id)
    const input = { alias, SearchFor: '' }
    const found = await owner.call('contacts.search', { params: { page: 1, pageSize: 50, tag: 'none' }, input })
    expect(found.results).toHaveLength(7)
    expect(found.metaData).toMatchObject({ totalCount: 7, hiddenCount: 0 })
  })

  test('starts no trial with the first card', async () => {
    const newcomer = await signedIn(app, (await aCard(app.deps)).id)
    await app.deps.db.execute(sql`delete from membership where account_id = ${newcomer.accountId}`)
    const named = { alias: 'first-of-all', fullName: 'Ada Winter', title: '', companyName: '', phoneNumber: '', emailAddress: '' }
    const { alias } = await newcomer.call('cards.create', { input: { submissionId: randomUUID(), profile: 1, ...named } })
    const id = await findCardId(app.deps.db, alias)
    expect(id && (await findSubscription(app.deps.db, id))).toBeNull()
  })
})

describe('an administrator', () => {
  test('reads an active card, and cannot change its plan', async () => {
    const admin = await anAdmin()
    const { id, alias } = await anOwner('unpaid')
    expect(await admin.call('admin.billing', { params: { alias } })).toMatchObject({
      label: 'active',
      offer: null,
      acts: [],
      plans: [],
      order: null,
    })
    expect(await admin.call('admin.card', { params: { alias } })).toMatchObject({ plan: 'PRO', isTrial: false, isPastDue: false })
    expect((await admin.call('admin.cards', { query: { q: alias, plan: 'pro' } })).cards).toHaveLength(1)
    expect((await admin.call('admin.cards', { query: { q: alias, plan: 'past-due' } })).cards).toEqual([])
    expect(await admin.call('admin.billingOverview')).toMatchObject({ plans: [] })
    await expect(admin.call('admin.setPlan', { input: { alias, choice: 'FREE' } })).rejects.toEqual(plansOff)
    const input = { alias, act: 'pay' as const, submissionId: randomUUID() }
    await expect(admin.call('admin.billingAction', { input })).rejects.toEqual(plansOff)
    await expect(admin.call('admin.compareBilling')).rejects.toEqual(plansOff)
    expect(await findSubscription(app.deps.db, id)).toMatchObject({ state: 'unpaid' })
  })

  test('still records refunds', async () => {
    const admin = await anAdmin()
    const { alias } = await aSubscriber()
    const read = () => admin.call('admin.billing', { params: { alias } })
    const before = await read()
    expect(before).toMatchObject({ acts: ['refund'], invoices: [{ refunded: 0 }] })
    const refund = { alias, act: 'refund' as const, submissionId: randomUUID(), invoice: before.invoices[0]?.id ?? '', amount: '4.90' }
    await admin.call('admin.billingAction', { input: refund })
    expect((await read()).invoices).toMatchObject([{ refunded: 490 }])
  })

  test('still revokes single permissions', async () => {
    const admin = await anAdmin()
    const { alias, owner } = await anOwner()
    await admin.call('admin.setRights', { input: { alias, granted: [], revoked: ['VideoBackgrounds'] } })
    const { '{product}': card } = await owner.call('cards.read', { params: { alias } })
    expect('permissions' in card && has(card.permissions, 'VideoBackgrounds')).toBe(false)
  })
})

test('no email is sent about a trial that ends or a payment that failed', async () => {
  const trial = await anOwner('trial', { trialEndsAt: inDays(2), hasCardOnFile: false })
  const failed = await anOwner('dunning', { dunningUntil: inDays(9) })
  const { db, jobs } = app.deps
  await jobs.enqueue(db, 'billing.mail-due', {})
  await jobs.enqueue(db, 'billing.mail-trial-ends', { subjectId: trial.id })
  await jobs.enqueue(db, 'billing.mail-payment-failed', { subjectId: failed.id })
  await jobs.settle()
  const mails = await readOutbox(app.settings.dataDir)
  expect(mails.filter((mail) => mail.includes(trial.owner.email) || mail.includes(failed.owner.email))).toEqual([])
})

test('events of the payment service are still applied', async () => {
  const { id } = await aSubscriber()
  expect(await findSubscription(app.deps.db, id)).toMatchObject({ provider: 'stripe', state: 'paid' })
})

const withPlans = () => ({ ...app.deps, settings: { ...app.settings, plans: true } })

describe('after a subscription at the payment service ended, the nightly comparison keeps', () => {
  const compare = () => compareWithProvider(withPlans())

  async function anEnded() {
    const card = await aSubscriber()
    stripe.clock.advance(1)
    stripe.acts.cancelNow(card.subscription)
    await applyEvents()
    expect(await findSubscription(app.deps.db, card.id)).toMatchObject({ provider: 'stripe', state: 'cancelled' })
    return card
  }

  test('the trial that plans give when they are on again', async () => {
    const { id } = await anEnded()
    await resumePlans({ ...withPlans(), listCardIds })
    await compare()
    expect(await findSubscription(app.deps.db, id)).toMatchObject({ state: 'trial', trialEndsAt: inDays(app.settings.trialDays) })
  })

  test.each([
    ['trial', 'trial'],
    ['pay', 'paid'],
  ] as const)('what an administrator recorded while it was switched off (%s)', async (act, state) => {
    const { id, alias } = await anEnded()
    const action = { alias, act, submissionId: randomUUID() }
    await recordBillingAction({ ...withPlans(), billing: { provider: null } }, id, action, async () => {})
    await compare()
    expect(await findSubscription(app.deps.db, id)).toMatchObject({ provider: 'embedded', state })
  })
})

test('an event of the payment service that is applied while plans resume is kept', async () => {
  const { db } = app.deps
  const { id, customerId } = await aPayer(app.deps, { plan: 'PRO' })
  const set = (tx: Db, fields: Partial<Subscription>) => tx.update(subscriptions).set(fields).where(eq(subscriptions.subjectId, id))
  await set(db, { state: 'unpaid' })
  await resumePlans({ ...app.deps, settings: app.settings, listCardIds })
  const apply = async (tx: Db) => {
    await lockPayers(tx, 'stripe', [customerId])
    await set(tx, { provider: 'stripe', state: 'paid', paidUntil: inDays(3) })
  }
  await whileLocked(db, apply, () => resumePlans({ ...withPlans(), listCardIds }))
  expect(await findSubscription(db, id)).toMatchObject({ provider: 'stripe', state: 'paid', paidUntil: inDays(3) })
})
