import { describe, expect, test } from 'vitest'
import { requestFor, sign, type StripeEvent, stripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import type { WebhookMood } from '../../../tests/stand-ins/stripe/webhooks.ts'
import { createStripe } from './stripe.ts'

const startsAt = new Date('2026-11-01T12:00:00Z')
const seconds = startsAt.getTime() / 1000

async function listening(stripeWebhookSecret = 'whsec_stand_in') {
  const stripe = await stripeStandIn({ startsAt })
  const prices = { productSlug: 'carte', currency: 'USD', proPrice: '15', teamPrice: '49' }
  const settings = { ...stripe.settings, ...prices, stripeTax: false, publicUrl: 'http://localhost', stripeWebhookSecret }
  const provider = createStripe(settings, stripe.clock)
  const customer = await provider.createCustomer('subject', someone, 'key')
  const send = async (body: string, signature: string | null, now = startsAt) =>
    provider.parseWebhook(new TextEncoder().encode(body), new Headers(signature === null ? {} : { 'stripe-signature': signature }), now)
  const parseWebhook = async (event: StripeEvent, mood: WebhookMood = 'deliver') => {
    const request = requestFor(event, 'http://localhost/', seconds, stripe.webhooks.secret, mood)
    return provider.parseWebhook(new Uint8Array(await request.arrayBuffer()), request.headers, startsAt)
  }
  const eventOf = (type: string) => {
    const event = stripe.events.findLast((one) => one.type === type)
    if (!event) throw new Error(`No ${type} event.`)
    return event
  }
  return { stripe, provider, customer, send, parseWebhook, eventOf, [Symbol.asyncDispose]: () => stripe[Symbol.asyncDispose]() }
}

const nowhere = { attention: '', street: 's', city: 'c', state: 's', country: 'US', zip: 'z', fax: '' }
const named = { first_name: 'Maren', last_name: 'L', display_name: '', email: 'm@example.com', company_name: 'H', phone: '1', mobile: '1' }
const someone = { ...named, billing_address: nowhere, shipping_address: nowhere }

describe('SUB-3 Stripe events', () => {
  test('are accepted with a valid signature, also repeatedly', async () => {
    await using at = await listening()
    const event = at.eventOf('customer.created')
    const result = await at.parseWebhook(event)
    expect(result).toMatchObject({
      ok: true,
      event: { id: event.id, kind: 'customer.created', at: startsAt, customerId: at.customer, payload: event },
    })
    expect(await at.parseWebhook(event)).toEqual(result)
  })

  test.each([
    ['forged', 'forged'],
    ['truncated', 'forged'],
    ['stale', 'stale'],
    ['future', 'stale'],
  ] as const)('%s is refused as %s', async (mood, reason) => {
    await using at = await listening()
    expect(await at.parseWebhook(at.eventOf('customer.created'), mood)).toEqual({ ok: false, reason })
  })

  test('are accepted up to five minutes old, and not a second more', async () => {
    await using at = await listening()
    const body = JSON.stringify(at.eventOf('customer.created'))
    const signature = sign(body, at.stripe.webhooks.secret, seconds)
    const when = (away: number) => at.send(body, signature, new Date((seconds + away) * 1000))
    for (const away of [-300, 0, 300]) expect(await when(away)).toMatchObject({ ok: true })
    for (const away of [-301, 301]) expect(await when(away)).toEqual({ ok: false, reason: 'stale' })
  })

  test.each(['', 't=', 'v1=abc', 't=1,v1=', 't=x,v1=y', 'v0=abc,t=1', 't=1;v1=2', `t=1,v1=${'é'.repeat(64)}`])(
    'a signature like “%s” is none',
    async (signature) => {
      await using at = await listening()
      expect(await at.send('{}', signature)).toEqual({ ok: false, reason: 'forged' })
      expect(await at.send('', signature)).toEqual({ ok: false, reason: 'forged' })
      expect(await at.send('{}', null)).toEqual({ ok: false, reason: 'forged' })
    },
  )

  test('an extra time before or after the signed one changes nothing', async () => {
    await using at = await listening()
    const body = JSON.stringify(at.eventOf('customer.created'))
    const old = sign(body, at.stripe.webhooks.secret, seconds - 4000)
    expect(await at.send(body, `t=${seconds},${old}`)).toEqual({ ok: false, reason: 'stale' })
    expect(await at.send(body, `${old},t=${seconds}`)).toEqual({ ok: false, reason: 'forged' })
  })

  test('during secret rotation one valid signature of two is enough', async () => {
    await using at = await listening()
    const body = JSON.stringify(at.eventOf('customer.created'))
    const other = sign(body, 'whsec_old', seconds).split(',')[1]
    expect(await at.send(body, `${sign(body, at.stripe.webhooks.secret, seconds)},${other}`)).toMatchObject({ ok: true })
  })

  test('without a secret none are accepted', async () => {
    await using at = await listening('')
    const body = JSON.stringify(at.eventOf('customer.created'))
    expect(await at.send(body, sign(body, 'whsec_stand_in', seconds))).toEqual({ ok: false, reason: 'forged' })
  })

  test.each(['', 'null', '[]', '"event"', '{}', '{"object":"event"}', '{"object":"v2.core.event","id":"evt_1"}', '{"id":"evt'])(
    '“%s” is theirs where it is signed, and still no event',
    async (body) => {
      await using at = await listening()
      const result = await at.send(body, sign(body, at.stripe.webhooks.secret, seconds))
      expect(result).toEqual({ ok: false, reason: 'unreadable' })
    },
  )

  test('characters the database cannot store are replaced, and the event is stored', async () => {
    await using at = await listening()
    const body = JSON.stringify(at.eventOf('customer.created')).replace('{', '{"a\\u0000\\ud800":{"b":["\\udfff"]},')
    const result = await at.send(body, sign(body, at.stripe.webhooks.secret, seconds))
    expect(result).toMatchObject({ ok: true, event: { payload: { 'a\uFFFD\uFFFD': { b: ['\uFFFD'] } } } })
  })

  test('subscription events name the subscription to fetch; invoice events are complete', async () => {
    await using at = await listening()
    const { id } = at.stripe.acts.begin({ customer: at.customer, price: 'carte_pro' })
    expect(await at.parseWebhook(at.eventOf('customer.subscription.created'))).toMatchObject({
      event: { customerId: at.customer, subscriptionId: id, invoice: null, checkout: null },
    })
    expect(await at.parseWebhook(at.eventOf('invoice.created'))).toMatchObject({ event: { subscriptionId: id, invoice: null } })
    expect(await at.parseWebhook(at.eventOf('invoice.paid'))).toMatchObject({
      event: { customerId: at.customer, subscriptionId: id, invoice: { state: 'paid', amount: 1500, planCode: 'PRO', refunded: 0 } },
    })
  })

  test('events of cards, refunds and checkouts name the customer', async () => {
    await using at = await listening()
    const request = {
      subjectId: 'subject',
      planCode: 'PRO',
      trialEndsAt: null,
      successUrl: 'http://localhost/a',
      cancelUrl: 'http://localhost/b',
    } as const
    const paid = await at.provider.createCheckout({ ...request, customerId: at.customer }, 'one')
    const left = await at.provider.createCheckout({ ...request, customerId: at.customer }, 'two')
    const subscription = at.stripe.acts.pay(paid.url)
    at.stripe.acts.letExpire(left.url)
    at.stripe.acts.refund([...at.stripe.account.invoices.keys()][0] ?? '')
    at.stripe.acts.removeCard(subscription?.default_payment_method ?? '')

    expect(await at.parseWebhook(at.eventOf('checkout.session.completed'))).toMatchObject({
      event: { customerId: at.customer, subscriptionId: subscription?.id, checkout: { id: paid.id, state: 'complete' } },
    })
    expect(await at.parseWebhook(at.eventOf('checkout.session.expired'))).toMatchObject({
      event: { checkout: { id: left.id, state: 'expired' } },
    })
    for (const type of ['charge.refunded', 'payment_method.attached', 'payment_method.detached'])
      expect(await at.parseWebhook(at.eventOf(type))).toMatchObject({
        event: { kind: type, customerId: at.customer, subscriptionId: null },
      })
  })

  test('an unknown event type is accepted', async () => {
    await using at = await listening()
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payout.paid',
      created: seconds,
      data: { object: { object: 'payout' } },
    })
    expect(await at.send(body, sign(body, at.stripe.webhooks.secret, seconds))).toMatchObject({
      ok: true,
      event: { kind: 'payout.paid', customerId: null },
    })
  })
})
