import { describe, expect, test } from 'vitest'
import { type StripeStandIn, stripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import type { SubscriptionStatus } from '../../../tests/stand-ins/stripe/objects.ts'
import { createStripe } from './stripe.ts'

const startsAt = new Date('2026-11-01T12:00:00Z')

async function theirs(options: Parameters<typeof stripeStandIn>[0] = {}) {
  const stripe = await stripeStandIn({ startsAt, ...options })
  const prices = { productSlug: 'carte', currency: 'USD', proPrice: '15', teamPrice: '49' }
  const provider = createStripe({ ...stripe.settings, ...prices, stripeTax: false, publicUrl: 'http://localhost' }, stripe.clock)
  const customer = async () => await provider.createCustomer('subject', someone, crypto.randomUUID())
  return { stripe, provider, customer, [Symbol.asyncDispose]: () => stripe[Symbol.asyncDispose]() }
}

const nowhere = { attention: '', street: 's', city: 'c', state: 's', country: 'US', zip: 'z', fax: '' }
const named = { first_name: 'Maren', last_name: 'L', display_name: '', email: 'm@example.com', company_name: 'H', phone: '1', mobile: '1' }
const someone = { ...named, billing_address: nowhere, shipping_address: nowhere }

type Life = (stripe: StripeStandIn, customer: string) => string
const paying: Life = ({ acts }, customer) => acts.begin({ customer, price: 'carte_pro' }).id
const failing =
  (afterRetries: 'canceled' | 'unpaid', days: number): Life =>
  (stripe, customer) => {
    stripe.account.rules.afterRetries = afterRetries
    const { id, default_payment_method: card } = stripe.acts.begin({ customer, price: 'carte_pro' })
    stripe.acts.spoilCard(card ?? '')
    stripe.clock.advance(days)
    return id
  }
const lives: Record<SubscriptionStatus, Life> = {
  trialing: ({ acts }, customer) => acts.begin({ customer, price: 'carte_pro', trialDays: 9 }).id,
  active: paying,
  past_due: failing('canceled', 33),
  unpaid: failing('unpaid', 60),
  canceled: failing('canceled', 60),
  paused({ acts, clock }, customer) {
    const { id } = acts.begin({ customer, price: 'carte_pro', trialDays: 9, card: null })
    clock.advance(10)
    return id
  },
  incomplete: ({ acts }, customer) => acts.begin({ customer, price: 'carte_pro', card: { declines: true } }).id,
  incomplete_expired({ acts, clock }, customer) {
    const { id } = acts.begin({ customer, price: 'carte_pro', card: { declines: true } })
    clock.advance(2)
    return id
  },
}

describe('SUB-3 reading a subscription', () => {
  test.each(Object.entries(lives))('%s is read with its dates, plan and card', async (status, live) => {
    await using at = await theirs()
    const customerId = await at.customer()
    const id = live(at.stripe, customerId)
    const read = await at.provider.readSubscription(id)

    const there = at.stripe.account.subscriptions.get(id)
    const [item] = there?.items.data ?? []
    expect(read?.value).toMatchObject({ id, customerId, status, planCode: 'PRO', beganAt: startsAt })
    expect(read?.value.periodEndsAt?.getTime()).toBe((item?.current_period_end ?? 0) * 1000)
    expect(read?.value.endedAt !== null).toBe(status === 'canceled' || status === 'incomplete_expired')
    expect(read?.value.card === null).toBe(status === 'paused')
    expect(read?.at).toEqual(at.stripe.clock.now())
    expect((await at.provider.listSubscriptions()).value.subscriptions).toEqual([read?.value])
  })

  test('finds the payment card on the subscription or customer, in old and new fields', async () => {
    await using at = await theirs()
    const customerId = await at.customer()
    const { id } = at.stripe.acts.begin({ customer: customerId, price: 'carte_pro', trialDays: 9, card: null })
    const subscription = at.stripe.account.subscriptions.get(id)
    const customer = at.stripe.account.customers.get(customerId)
    if (!subscription || !customer) throw new Error('Both are there.')
    const card = async () => (await at.provider.readSubscription(id))?.value.card
    const old = (last4: string) => ({ object: 'card', id: 'card_1', brand: 'Visa', last4, exp_month: 3, exp_year: 2030 })

    expect(await card()).toBeNull()
    Object.assign(customer, { default_source: old('0001') })
    expect(await card()).toEqual({ brand: 'visa', last4: '0001', expires: '2030-03' })
    const method = at.stripe.acts.updateCard(customerId, { last4: '0002', expires: '2031-11' })
    Object.assign(subscription, { default_payment_method: null })
    expect(await card()).toEqual({ brand: 'visa', last4: '0002', expires: '2031-11' })
    Object.assign(subscription, { default_source: old('0003') })
    expect(await card()).toMatchObject({ last4: '0003' })
    subscription.default_payment_method = method.id
    expect(await card()).toMatchObject({ last4: '0002' })
    Object.assign(method, { type: 'sepa_debit', card: null })
    expect(await card()).toEqual({ brand: 'sepa_debit', last4: '', expires: '9999-12' })
  })

  test('a price that lost its lookup key still counts; another product does not', async () => {
    await using at = await theirs()
    const customer = await at.customer()
    const mine = at.stripe.acts.begin({ customer, price: 'carte_pro', metadata: { plan_code: 'PRO', subject_id: 'subject' } })
    const { product } = at.stripe.acts.addPrice({ lookupKey: 'carte_pro', name: 'PRO', amount: 1900 })
    at.stripe.acts.addPrice({ lookupKey: 'carte_pro', name: 'PRO', amount: 2100, product })
    at.stripe.acts.addPrice({ lookupKey: 'shop_towels', name: 'Towels', amount: 900 })
    const towels = at.stripe.acts.begin({ customer, price: 'shop_towels' })

    expect((await at.provider.readSubscription(mine.id))?.value).toMatchObject({ planCode: 'PRO', subjectId: 'subject' })
    expect(await at.provider.readSubscription(towels.id)).toBeNull()
    expect(await at.provider.readSubscription('sub_never_was')).toBeNull()
    expect((await at.provider.listSubscriptions()).value.subscriptions.map(({ id }) => id)).toEqual([mine.id])
    await expect(at.provider.cancelAtPeriodEnd(towels.id)).rejects.toMatchObject({ kind: 'rejected' })
  })

  test('reads the ended subscription of an erased customer', async () => {
    await using at = await theirs()
    const customer = await at.customer()
    const { id } = at.stripe.acts.begin({ customer, price: 'carte_pro' })
    await at.provider.eraseCustomer(customer)
    expect((await at.provider.readSubscription(id))?.value).toMatchObject({ customerId: customer, status: 'canceled', endedAt: startsAt })
  })

  test('prices are fetched once in ten minutes', async () => {
    await using at = await theirs()
    const { id } = at.stripe.acts.begin({ customer: await at.customer(), price: 'carte_pro' })
    const read = () => Promise.all(Array.from({ length: 5 }, () => at.provider.readSubscription(id)))
    await read()
    await read()
    at.stripe.clock.advance(1)
    await read()
    expect(at.stripe.requests.filter(({ path }) => path === 'prices')).toHaveLength(2)
  })

  test('lists page by page, each subscription once', async () => {
    await using at = await theirs()
    const customer = await at.customer()
    for (let made = 0; made < 230; made += 1) at.stripe.acts.begin({ customer, price: 'carte_pro_team', trialDays: 3 })
    const ids: string[] = []
    let after: string | undefined
    do {
      const { value } = await at.provider.listSubscriptions(after)
      ids.push(...value.subscriptions.map(({ id }) => id))
      after = value.next ?? undefined
    } while (after && ids.length < 300)
    expect(ids).toEqual([...at.stripe.account.subscriptions.keys()].toReversed())
  })

  test('one that can’t be read is named, and does not hide the others of its page', async () => {
    await using at = await theirs()
    const customer = await at.customer()
    const [odd, fine] = [0, 1].map(() => at.stripe.acts.begin({ customer, price: 'carte_pro' }).id)
    const [invoice] = [...at.stripe.account.invoices.values()]
    Object.assign(at.stripe.account.subscriptions.get(odd ?? '') ?? {}, { ended_at: 'long ago' })
    Object.assign(invoice ?? {}, { status: 'disputed' })
    const subscriptions = (await at.provider.listSubscriptions()).value
    expect(subscriptions).toMatchObject({ subscriptions: [{ id: fine }], unreadable: [odd], next: null })
    const invoices = (await at.provider.listInvoices()).value
    expect(invoices).toMatchObject({ invoices: [{ subscriptionId: fine }], unreadable: [invoice?.id], next: null })
  })
})

describe('SUB-3 reading an invoice', () => {
  test('returns amount, period and refunds', async () => {
    await using at = await theirs()
    const customer = await at.customer()
    const { id: subscriptionId } = at.stripe.acts.begin({ customer, price: 'carte_pro' })
    const [invoice] = [...at.stripe.account.invoices.keys()]
    at.stripe.acts.refund(invoice ?? '', 500)
    at.stripe.acts.refund(invoice ?? '', 200)
    const expected = {
      id: invoice,
      customerId: customer,
      subscriptionId,
      state: 'paid',
      planCode: 'PRO',
      amount: 1500,
      refunded: 700,
      currency: 'USD',
      issuedAt: startsAt,
      from: startsAt,
      until: new Date('2026-12-01T12:00:00Z'),
      url: `${at.stripe.url}/i/${invoice}`,
    }
    expect((await at.provider.listInvoices()).value).toMatchObject({ invoices: [expected], next: null })
    expect((await at.provider.listInvoices(undefined, customer)).value).toMatchObject({ invoices: [expected], next: null })
    expect((await at.provider.listInvoices(undefined, await at.customer())).value.invoices).toEqual([])
  })

  test('an invoice for a plan change belongs to the new plan', async () => {
    await using at = await theirs()
    const { id } = at.stripe.acts.begin({ customer: await at.customer(), price: 'carte_pro' })
    at.stripe.clock.advance(15)
    at.stripe.acts.switchPlan(id, 'carte_pro_team')
    expect((await at.provider.listInvoices()).value.invoices[0]).toMatchObject({ planCode: 'PRO_TEAM', amount: 1700 })
    at.stripe.acts.switchPlan(id, 'carte_pro')
    expect((await at.provider.listInvoices()).value.invoices[0]).toMatchObject({ planCode: 'PRO', amount: 0 })
  })
})
