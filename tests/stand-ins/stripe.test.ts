import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { type StripeStandIn, stripeStandIn } from './stripe.ts'

const startsAt = new Date('2026-11-01T12:00:00Z')

function clientOf(stripe: StripeStandIn) {
  const { hostname, port } = new URL(stripe.url)
  return new Stripe(stripe.key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

async function aCheckout(client: Stripe, trialEnd?: number) {
  const customer = await client.customers.create({ name: 'Maren', email: 'maren@example.com' })
  const prices = await client.prices.list({ lookup_keys: ['carte_pro'], active: true })
  const session = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: prices.data[0]?.id ?? '', quantity: 1 }],
    success_url: 'http://localhost/done',
    cancel_url: 'http://localhost/left',
    subscription_data: {
      metadata: { subject_id: 'card-1' },
      ...(trialEnd ? { trial_end: trialEnd, trial_settings: { end_behavior: { missing_payment_method: 'pause' } } } : {}),
    },
  })
  return { customer, session }
}

describe('the Stripe stand-in', () => {
  test('its checkout accepts or declines a card and redirects back', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const client = clientOf(stripe)
    const { customer, session } = await aCheckout(client)
    const submit = (act: string) => fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })

    expect(await (await submit('decline')).text()).toContain('declined')
    expect((await submit('pay')).headers.get('location')).toBe('http://localhost/done')
    const { data } = await client.subscriptions.list({ customer: customer.id, status: 'all', expand: ['data.default_payment_method'] })
    expect(data[0]).toMatchObject({
      status: 'active',
      metadata: { subject_id: 'card-1' },
      default_payment_method: { card: { last4: '4242' } },
    })
    expect(stripe.events.map(({ type }) => type)).toEqual([
      'customer.created',
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'charge.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
      'checkout.session.completed',
    ])
  })

  test('its portal changes card and plan, cancels, resumes and retries a failed invoice', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const client = clientOf(stripe)
    const customer = await client.customers.create({ name: 'Maren' })
    const { id, default_payment_method: card } = stripe.acts.begin({ customer: customer.id, price: 'carte_pro' })
    const portal = await client.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://localhost/back' })
    const submit = async (act: string, url = portal.url) =>
      (await fetch(url, { method: 'POST', body: new URLSearchParams({ act }) })).text()
    const now = () => client.subscriptions.retrieve(id, { expand: ['default_payment_method'] })

    expect(await submit('cancel')).toContain('Resume plan')
    expect((await now()).cancel_at_period_end).toBe(true)
    expect(await submit('resume')).toContain('Cancel plan')
    stripe.acts.spoilCard(card ?? '')
    stripe.clock.advance(31)
    expect((await now()).status).toBe('past_due')
    expect(await submit('card')).toContain('Change plan to PRO Team')
    expect(await now()).toMatchObject({ status: 'active', default_payment_method: { card: { last4: '4444' } } })

    await submit(`to-${[...stripe.account.prices.keys()][1]}`)
    expect((await now()).items.data[0]?.price.lookup_key).toBe('carte_pro_team')
    await submit('bad-card')
    stripe.clock.advance(30)
    stripe.account.declining.clear()
    const [bill] = (await client.invoices.list({ status: 'open' })).data
    expect(await submit('pay', bill?.hosted_invoice_url ?? '')).toContain('paid')
    expect((await now()).status).toBe('active')
  })

  test('time runs trial ends, renewals, failures, retries and cancellation', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const client = clientOf(stripe)
    const { session } = await aCheckout(client, startsAt.getTime() / 1000 + 10 * 86_400)
    const { id } = stripe.acts.pay(session.id, { expires: '2027-01' }) ?? { id: '' }
    const status = async () => (await client.subscriptions.retrieve(id)).status

    expect(await status()).toBe('trialing')
    stripe.clock.advance(11)
    expect(await status()).toBe('active')
    stripe.clock.advance(62)
    expect((await client.subscriptions.retrieve(id)).items.data[0]?.current_period_end).toBe(Date.UTC(2027, 1, 11, 12) / 1000)
    stripe.clock.advance(31)
    expect(await status()).toBe('past_due')
    stripe.clock.advance(20)
    expect(await status()).toBe('canceled')
    expect((await client.invoices.list({ limit: 100 })).data.map((one) => one.status)).toEqual(['void', 'paid', 'paid', 'paid', 'paid'])
  })

  test('a trial without a card pauses at its end; plan changes are prorated', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const client = clientOf(stripe)
    const customer = await client.customers.create({ name: 'Maren' })
    const trial = stripe.acts.begin({ customer: customer.id, price: 'carte_pro', trialDays: 5, card: null })
    stripe.clock.advance(5)
    expect((await client.subscriptions.retrieve(trial.id)).status).toBe('paused')

    const paid = stripe.acts.begin({ customer: customer.id, price: 'carte_pro' })
    stripe.clock.advance(15)
    stripe.acts.switchPlan(paid.id, 'carte_pro_team')
    const { data } = await client.invoices.list({ subscription: paid.id })
    expect(data[0]).toMatchObject({ billing_reason: 'subscription_update', total: 1700, status: 'paid' })
    expect(data[0]?.lines.data.map(({ amount }) => amount)).toEqual([-750, 2450])
  })

  test('replays an idempotency key, and rejects it with other parameters', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const client = clientOf(stripe)
    const idempotencyKey = 'one'
    const first = await client.customers.create({ name: 'Maren' }, { idempotencyKey })
    expect((await client.customers.create({ name: 'Maren' }, { idempotencyKey })).id).toBe(first.id)
    await expect(client.customers.create({ name: 'Julian' }, { idempotencyKey })).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    expect(stripe.account.customers.size).toBe(1)
  })

  test('it returns Stripe’s errors and lists page by page', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const client = clientOf(stripe)
    await expect(client.subscriptions.retrieve('sub_none')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 })
    await expect(aCheckout(client, startsAt.getTime() / 1000 + 3600)).rejects.toMatchObject({ param: 'subscription_data[trial_end]' })
    const { id } = await client.customers.create({ name: 'Maren' })
    for (let made = 0; made < 5; made += 1) stripe.acts.begin({ customer: id, price: 'carte_pro', trialDays: 3 })

    const ids: string[] = []
    for await (const one of client.subscriptions.list({ limit: 2, status: 'all' })) ids.push(one.id)
    expect(ids).toEqual([...stripe.account.subscriptions.keys()].toReversed())
    stripe.mood = 'busy'
    await expect(client.customers.retrieve(id)).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  })

  test('events are signed as the client expects and delivered as configured', async () => {
    await using stripe = await stripeStandIn({ startsAt })
    const client = clientOf(stripe)
    const received: string[] = []
    stripe.webhooks.listener = async (request) => {
      const signature = request.headers.get('stripe-signature') ?? ''
      const now = stripe.clock.now().getTime()
      const event = client.webhooks.constructEvent(await request.text(), signature, stripe.webhooks.secret, 300, undefined, now)
      received.push(event.type)
      return new Response()
    }
    stripe.webhooks.mood = 'hold'
    const { id } = await client.customers.create({ name: 'Maren' })
    expect(received).toEqual([])
    await stripe.deliver()
    stripe.webhooks.mood = 'twice'
    await client.customers.update(id, { name: 'Maren L.' })
    await stripe.webhooks.settled()
    expect(received).toEqual(['customer.created', 'customer.updated', 'customer.updated'])
    for (const mood of ['forged', 'stale', 'truncated'] as const)
      expect(await stripe.deliver(stripe.events.slice(0, 1), mood)).toMatchObject([{ status: 0 }])
  })
})
