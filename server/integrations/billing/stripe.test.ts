import { describe, expect, test } from 'vitest'
import type { Customer } from '#contract/billing/billing.ts'
import { type StripeMood, type StripeStandIn, stripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import { ProviderTrouble, type BillingProvider } from '../billing.ts'
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
const wish = {
  subjectId,
  planCode: 'PRO',
  trialEndsAt: null,
  successUrl: 'http://localhost/done',
  cancelUrl: 'http://localhost/left',
} as const

function stripeOf(stripe: StripeStandIn, more: Partial<Parameters<typeof createStripe>[0]> = {}, timeoutMs?: number): BillingProvider {
  const prices = { productSlug: 'carte', currency: 'USD', proPrice: '15', teamPrice: '49' }
  const settings = { ...stripe.settings, ...prices, stripeTax: false, publicUrl: 'http://localhost', ...more }
  return createStripe(settings, stripe.clock, timeoutMs)
}

async function aPayer(stripe: StripeStandIn, provider: BillingProvider, trialEndsAt: Date | null = null) {
  const customerId = await provider.createCustomer(subjectId, maren, 'customer-1')
  const checkout = await provider.beginCheckout({ ...wish, customerId, trialEndsAt }, 'order-1')
  const { id = '' } = stripe.acts.pay(checkout.url) ?? {}
  return { customerId, checkout, id }
}

describe('a customer', () => {
  test('is made once for a key, whatever is told of them by then, and gone when erased', async () => {
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
  test('asks for the price of the plan, says whose it is, and is open for an hour', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    const checkout = await provider.beginCheckout({ ...wish, customerId, planCode: 'PRO_TEAM', trialEndsAt: inDays(20) }, 'order')

    expect(checkout.expiresAt).toEqual(new Date(startsAt.getTime() + 3_600_000))
    const asked = stripe.asked.at(-1)
    expect(asked?.headers).toMatchObject({ 'stripe-version': '2026-10-28.endive', 'idempotency-key': 'order' })
    expect(asked?.form).toMatchObject({
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
    expect(asked?.form).not.toHaveProperty('automatic_tax')
    expect(await provider.readCheckout(checkout.id)).toEqual({ state: 'open', subscriptionId: null })
    const bought = stripe.acts.pay(checkout.url)
    expect(await provider.readCheckout(checkout.id)).toEqual({ state: 'complete', subscriptionId: bought?.id })
  })

  test('of another account, as after the change from test mode, is as good as expired', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    expect(await stripeOf(stripe).readCheckout('cs_of_test_mode')).toEqual({ state: 'expired', subscriptionId: null })
  })

  test.each([
    ['that is over', -1, null],
    ['with an hour left', 1 / 24, 2 * 86_400 + 300],
    ['with a week left', 7, 7 * 86_400],
  ])('a trial %s goes on as long as Stripe can begin one, never shorter', async (_, days, expected) => {
    await using stripe = await stripeStandIn({ startsAt })
    const { id } = await aPayer(stripe, stripeOf(stripe), inDays(days))
    expect(stripe.account.subscriptions.get(id)?.trial_end).toBe(expected && startsAt.getTime() / 1000 + expected)
  })

  test('asked again with the same key is the same one, a moment later too', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    const first = await provider.beginCheckout({ ...wish, customerId }, 'order')

    expect(await provider.beginCheckout({ ...wish, customerId }, 'order')).toEqual(first)
    stripe.clock.advance(1 / 1440)
    expect(await provider.beginCheckout({ ...wish, customerId }, 'order')).toEqual(first)
    expect(stripe.account.sessions.size).toBe(1)
  })

  test('answered into a dead line is begun once', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    let lost = 0
    stripe.mood = (call) => (call === 'POST checkout/sessions' && (lost += 1) === 1 ? 'lost' : 'good')
    await provider.beginCheckout({ ...wish, customerId }, 'order')
    expect(stripe.account.sessions.size).toBe(1)
  })

  test('that is ended takes no money any more; one that is over stays as it is', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const { customerId, checkout } = await aPayer(stripe, provider)
    const other = await provider.beginCheckout({ ...wish, customerId }, 'order-2')
    for (const id of [other.id, other.id, checkout.id, 'cs_never_was']) await provider.endCheckout(id)

    expect(stripe.acts.pay(other.url)).toBeNull()
    expect((await provider.readCheckout(other.id)).state).toBe('expired')
    expect((await provider.readCheckout(checkout.id)).state).toBe('complete')
  })

  test('adds taxes only where that is switched on', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    await aPayer(stripe, stripeOf(stripe, { stripeTax: true }))
    const asked = stripe.asked.findLast(({ path }) => path === 'checkout/sessions')
    expect(asked?.form).toMatchObject({
      automatic_tax: { enabled: 'true' },
      billing_address_collection: 'required',
      customer_update: { address: 'auto' },
    })
  })

  test.each([
    ['no such price', { lookupKey: 'carte_else', name: 'Else', amount: 1500 }],
    ['a price by the year', { lookupKey: 'carte_pro', name: 'PRO', amount: 15_000, interval: 'year' }],
    ['a price to pay once', { lookupKey: 'carte_pro', name: 'PRO', amount: 1500, interval: null }],
  ])('is refused where there is %s', async (_, price) => {
    await using stripe = await stripeStandIn({ startsAt })
    stripe.account.prices.clear()
    stripe.acts.addPrice(price)
    const provider = stripeOf(stripe)
    const customerId = await provider.createCustomer(subjectId, maren, 'customer')
    await expect(provider.beginCheckout({ ...wish, customerId }, 'order')).rejects.toMatchObject({ kind: 'refused' })
  })
})

describe('SUB-3 every call in every mood', () => {
  const calls: Record<string, (provider: BillingProvider) => Promise<unknown>> = {
    createCustomer: (provider) => provider.createCustomer(subjectId, maren, 'key'),
    updateCustomer: (provider) => provider.updateCustomer('cus_1', maren),
    eraseCustomer: (provider) => provider.eraseCustomer('cus_1'),
    beginCheckout: (provider) => provider.beginCheckout({ ...wish, customerId: 'cus_1' }, 'key'),
    readCheckout: (provider) => provider.readCheckout('cs_1'),
    endCheckout: (provider) => provider.endCheckout('cs_1'),
    manage: (provider) =>
      provider.manage({ customerId: 'cus_1', subscriptionId: null, act: 'update-card', returnUrl: 'http://localhost/' }),
    cancelAtPeriodEnd: (provider) => provider.cancelAtPeriodEnd('sub_1'),
    resume: (provider) => provider.resume('sub_1'),
    readSubscription: (provider) => provider.readSubscription('sub_1'),
    listSubscriptions: (provider) => provider.listSubscriptions(),
    listInvoices: (provider) => provider.listInvoices(),
  }
  const moods: [StripeMood, 'away' | 'refused'][] = [
    ['broken', 'away'],
    ['busy', 'away'],
    ['slow', 'away'],
    ['html', 'away'],
    ['closed', 'away'],
    ['unauthorised', 'refused'],
  ]
  test.each(moods)(
    '%s: what is thrown is %s, and says nothing of keys or people',
    async (mood, kind) => {
      await using stripe = await stripeStandIn({ startsAt })
      stripe.mood = mood
      const provider = stripeOf(stripe, {}, 100)
      const troubles = Object.entries(calls).map(async ([name, call]) => {
        const trouble: unknown = await call(provider).catch((error: unknown) => error)
        expect(trouble, name).toBeInstanceOf(ProviderTrouble)
        expect(trouble, name).toMatchObject({ kind })
        expect(String(trouble), name).not.toMatch(/sk_test|Maren|example\.com|Bearer/)
      })
      await Promise.all(troubles)
    },
    30_000,
  )

  test('an answer that says nothing is nobody’s subscription', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    await provider.listSubscriptions()
    stripe.mood = 'empty'
    await expect(provider.readSubscription('sub_1')).rejects.toMatchObject({ kind: 'away' })
  })
})

describe('SUB-3 what is managed at Stripe', () => {
  test('leads straight to the payment card, to another plan, or to the whole portal', async () => {
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
    await expect(manage('change', null)).rejects.toMatchObject({ kind: 'refused' })
  })

  test('is ended with the period and taken up again, as told at Stripe’s time', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const provider = stripeOf(stripe)
    const { id } = await aPayer(stripe, provider)
    stripe.clock.advance(3)

    expect(await provider.cancelAtPeriodEnd(id)).toMatchObject({ at: inDays(3), it: { cancelAt: new Date('2026-12-01T12:00:00Z') } })
    expect(await provider.resume(id)).toMatchObject({ it: { cancelAt: null, status: 'active' } })
    stripe.acts.cancelNow(id)
    await expect(provider.resume(id)).rejects.toMatchObject({ kind: 'refused' })
  })
})
