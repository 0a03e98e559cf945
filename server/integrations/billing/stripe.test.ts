import { describe, expect, test } from 'vitest'
import type { Customer } from '#contract/billing/billing.ts'
import { patienceMs } from '../../../tests/harness/patience.ts'
import { type StripeMood, type StripeStandIn, stripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import { ProviderError, type BillingProvider } from '../billing.ts'
import { createStripe } from './stripe.ts'

const startsAt = new Date('2026-11-01T12:00:00Z')
const dayMs = 86_400_000
const inDays = (days: number) => new Date(startsAt.getTime() + days * dayMs)

const address = { attention: '', street: '1 Bay Street', city: 'Camden', state: 'Maine', country: 'United States', zip: '04843', fax: '' }
const maren: Customer = {
  first_name: 'Maren',
  last_name: 'Lindqvist',
  display_name: '',
  email: 'maren@example.com',
  company_name: 'Harbor Homes',
  phone: '+1 207 555 0100',
  mobile: '+1 207 555 0100',
  billing_address: address,
  shipping_address: address,
}

const subjectId = '018f4b5e-0000-7000-8000-000000000001'
const request = {
  subjectId,
  planCode: 'PRO',
  trialEndsAt: null,
  successUrl: 'http://localhost/done',
  cancelUrl: 'http://localhost/left',
} as const

function stripeOf(stripe: StripeStandIn, more: Partial<Parameters<typeof createStripe>[0]> = {}, timeoutMs = patienceMs): BillingProvider {
  const prices = { productSlug: 'carte', currency: 'USD', proPrice: '15', teamPrice: '49' }
  const settings = { ...stripe.settings, ...prices, stripeTax: false, publicUrl: 'http://localhost', ...more }
  return createStripe(settings, stripe.clock, timeoutMs)
}

async function aPayer(stripe: StripeStandIn, provider: BillingProvider, trialEndsAt: Date | null = null) {
  const customerId = await provider.createCustomer(subjectId, maren, 'customer-1')
  const checkout = await provider.createCheckout({ ...request, customerId, trialEndsAt }, 'order-1')
  const { id = '' } = stripe.acts.pay(checkout.url) ?? {}
  return { customerId, checkout, id }
}

describe('a customer', () => {
  test('is created once per key, even with other details, and is gone when erased', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const first = await provider.createCustomer(subjectId, maren, 'key')
    const moved = { ...maren, phone: '1'.repeat(60), billing_address: { ...address, city: 'Rockland', country: 'Elsewhere' } }

    expect(await provider.createCustomer(subjectId, moved, 'key')).toBe(first)
    expect(stripe.account.customers.size).toBe(1)
    expect(stripe.account.customers.get(first)).toMatchObject({
      name: 'Maren Lindqvist',
      email: 'maren@example.com',
      phone: null,
      shipping: null,
      address: { city: 'Rockland', postal_code: '04843' },
      metadata: { subject_id: subjectId, company_name: 'Harbor Homes' },
    })
    await provider.updateCustomer(first, maren)
    expect(stripe.account.customers.get(first)?.address?.country).toBe('US')
    await provider.eraseCustomer(first)
    await provider.eraseCustomer('cus_never_was')
    expect(stripe.account.customers.get(first)?.deleted).toBe(true)
  })
})

describe('SUB-3 a checkout', () => {
  test('has the plan’s price and the card’s id, and is open for an hour', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    const checkout = await provider.createCheckout({ ...request, customerId, planCode: 'PRO_TEAM', trialEndsAt: inDays(20) }, 'order')

    expect(checkout.expiresAt).toEqual(new Date(startsAt.getTime() + 3_600_000))
    const requests = stripe.requests.at(-1)
    expect(requests?.headers).toMatchObject({ 'stripe-version': '2026-10-28.endive', 'idempotency-key': 'order' })
    expect(requests?.form).toMatchObject({
      client_reference_id: subjectId,
      payment_method_collection: 'always',
      allow_promotion_codes: 'false',
      line_items: { 0: { price: [...stripe.account.prices.keys()][1], quantity: '1' } },
      subscription_data: {
        metadata: { subject_id: subjectId, plan_code: 'PRO_TEAM' },
        trial_end: String(inDays(20).getTime() / 1000),
        trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
      },
    })
    expect(requests?.form).not.toHaveProperty('automatic_tax')
    expect(await provider.readCheckout(checkout.id)).toEqual({ state: 'open', subscriptionId: null })
    const bought = stripe.acts.pay(checkout.url)
    expect(await provider.readCheckout(checkout.id)).toEqual({ state: 'complete', subscriptionId: bought?.id })
  })

  test('of another account, such as after test mode, counts as expired', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    expect(await stripeOf(stripe).readCheckout('cs_of_test_mode')).toEqual({ state: 'expired', subscriptionId: null })
  })

  test.each([
    ['that is over', -1, null],
    ['with an hour left', 1 / 24, 2 * 86_400 + 300],
    ['with a week left', 7, 7 * 86_400],
  ])('a trial %s lasts at least Stripe’s minimum, never shorter', async (_, days, expected) => {
    await using stripe = await stripeStandIn({ startsAt })
    const { id } = await aPayer(stripe, stripeOf(stripe), inDays(days))
    expect(stripe.account.subscriptions.get(id)?.trial_end).toBe(expected && startsAt.getTime() / 1000 + expected)
  })

  test('with the same key is the same one, also later', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    const first = await provider.createCheckout({ ...request, customerId }, 'order')

    expect(await provider.createCheckout({ ...request, customerId }, 'order')).toEqual(first)
    stripe.clock.advance(1 / 1440)
    expect(await provider.createCheckout({ ...request, customerId }, 'order')).toEqual(first)
    expect(stripe.account.sessions.size).toBe(1)
  })

  test('is created once if the response is lost', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    let lost = 0
    stripe.mood = (call) => (call === 'POST checkout/sessions' && (lost += 1) === 1 ? 'lost' : 'good')
    await provider.createCheckout({ ...request, customerId }, 'order')
    expect(stripe.account.sessions.size).toBe(1)
  })

  test('that is expired takes no payment; a finished one stays as it is', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const { customerId, checkout } = await aPayer(stripe, provider)
    const other = await provider.createCheckout({ ...request, customerId }, 'order-2')
    for (const id of [other.id, other.id, checkout.id, 'cs_never_was']) await provider.expireCheckout(id)

    expect(stripe.acts.pay(other.url)).toBeNull()
    expect((await provider.readCheckout(other.id)).state).toBe('expired')
    expect((await provider.readCheckout(checkout.id)).state).toBe('complete')
  })

  test('adds taxes only if enabled', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    await aPayer(stripe, stripeOf(stripe, { stripeTax: true }))
    const requests = stripe.requests.findLast(({ path }) => path === 'checkout/sessions')
    expect(requests?.form).toMatchObject({
      automatic_tax: { enabled: 'true' },
      billing_address_collection: 'required',
      customer_update: { address: 'auto' },
    })
  })

  test.each([
    ['no such price', { lookupKey: 'carte_else', name: 'Else', amount: 1500 }],
    ['a price by the year', { lookupKey: 'carte_pro', name: 'PRO', amount: 15_000, interval: 'year' }],
    ['a price to pay once', { lookupKey: 'carte_pro', name: 'PRO', amount: 1500, interval: null }],
  ])('is rejected with %s', async (_, price) => {
    await using stripe = await stripeStandIn({ startsAt })
    stripe.account.prices.clear()
    stripe.acts.addPrice(price)
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    await expect(provider.createCheckout({ ...request, customerId }, 'order')).rejects.toMatchObject({ kind: 'rejected' })
  })
})

describe('SUB-3 every call in every failure mode', () => {
  const calls: Record<string, (provider: BillingProvider) => Promise<unknown>> = {
    createCustomer: (provider) => provider.createCustomer(subjectId, maren, 'key'),
    updateCustomer: (provider) => provider.updateCustomer('cus_1', maren),
    eraseCustomer: (provider) => provider.eraseCustomer('cus_1'),
    createCheckout: (provider) => provider.createCheckout({ ...request, customerId: 'cus_1' }, 'key'),
    readCheckout: (provider) => provider.readCheckout('cs_1'),
    expireCheckout: (provider) => provider.expireCheckout('cs_1'),
    manage: (provider) =>
      provider.manage({ customerId: 'cus_1', subscriptionId: null, act: 'update-card', returnUrl: 'http://localhost/' }),
    cancelAtPeriodEnd: (provider) => provider.cancelAtPeriodEnd('sub_1'),
    resume: (provider) => provider.resume('sub_1'),
    readSubscription: (provider) => provider.readSubscription('sub_1'),
    listSubscriptions: (provider) => provider.listSubscriptions(),
    listInvoices: (provider) => provider.listInvoices(),
  }
  const moods: [StripeMood, 'unavailable' | 'rejected'][] = [
    ['broken', 'unavailable'],
    ['busy', 'unavailable'],
    ['slow', 'unavailable'],
    ['html', 'unavailable'],
    ['closed', 'unavailable'],
    ['unauthorised', 'rejected'],
  ]
  test.each(moods)('%s: what is thrown is %s, and says nothing of keys or people', async (mood, kind) => {
    await using stripe = await stripeStandIn({ startsAt })
    stripe.mood = mood
    // Only one that never answers is given up soon.
    const provider = stripeOf(stripe, {}, mood === 'slow' ? 100 : patienceMs)
    const checks = Object.entries(calls).map(async ([name, call]) => {
      const error: unknown = await call(provider).catch((error: unknown) => error)
      expect(error, name).toBeInstanceOf(ProviderError)
      expect(error, name).toMatchObject({ kind })
      expect(String(error), name).not.toMatch(/sk_test|Maren|example\.com|Bearer/)
    })
    await Promise.all(checks)
  })

  test('an empty answer is no subscription', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    await provider.listSubscriptions()
    stripe.mood = 'empty'
    await expect(provider.readSubscription('sub_1')).rejects.toMatchObject({ kind: 'unreadable' })
    await expect(provider.listSubscriptions()).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('a price whose terms can’t be read does not stop calls about other plans', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const team = [...stripe.account.prices.values()].find((price) => price.lookup_key === 'carte_pro_team')
    Object.assign(team ?? {}, { unit_amount: 49.5 })
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    expect(await provider.createCheckout({ ...request, customerId }, 'order')).toMatchObject({ id: expect.any(String) })
    await expect(provider.createCheckout({ ...request, customerId, planCode: 'PRO_TEAM' }, 'other')).rejects.toMatchObject({
      kind: 'unreadable',
    })
    const { id } = stripe.acts.begin({ customer: customerId, price: 'carte_pro_team' })
    expect((await provider.readSubscription(id))?.value).toMatchObject({ planCode: 'PRO_TEAM' })
    expect(await provider.check()).toContain('The price carte_pro_team in Stripe can’t be read.')
  })
})

describe('SUB-3 managing a subscription', () => {
  test('opens the portal at the payment card, at the plan, or as a whole', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const { customerId, id } = await aPayer(stripe, provider)
    const manage = (act: 'update-card' | 'change', subscriptionId: string | null) =>
      provider.manage({ customerId, subscriptionId, act, returnUrl: 'http://localhost/back' })
    const flowAt = (url: string) => stripe.account.portals.get(url.split('/').at(-1) ?? '')?.flow

    expect(flowAt(await manage('update-card', id))).toEqual({ type: 'payment_method_update', subscription: null })
    expect(flowAt(await manage('change', id))).toEqual({ type: 'subscription_update', subscription: id })
    expect(flowAt(await manage('change', null))).toBeNull()
    stripe.account.rules.portalIsSetUp = false
    await expect(manage('change', null)).rejects.toMatchObject({ kind: 'rejected' })
  })

  test('cancels at the end of the period and resumes, with Stripe’s time', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const { id } = await aPayer(stripe, provider)
    stripe.clock.advance(3)

    expect(await provider.cancelAtPeriodEnd(id)).toMatchObject({ at: inDays(3), value: { cancelAt: new Date('2026-12-01T12:00:00Z') } })
    expect(await provider.resume(id)).toMatchObject({ value: { cancelAt: null, status: 'active' } })
    stripe.acts.cancelNow(id)
    await expect(provider.resume(id)).rejects.toMatchObject({ kind: 'rejected' })
  })
})
