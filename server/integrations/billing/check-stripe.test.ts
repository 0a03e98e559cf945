import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type StripeStandIn, stripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import { requiredEvents } from './check-stripe.ts'
import { createStripe, type StripeBillingSettings } from './stripe.ts'

const url = 'https://cards.example.com/remote/subscription/events'

function check(stripe: StripeStandIn, more: Partial<StripeBillingSettings> = {}) {
  const prices = { productSlug: 'carte', currency: 'USD', proPrice: '15', teamPrice: '49' }
  const settings = { ...stripe.settings, ...prices, stripeTax: false, publicUrl: 'https://cards.example.com', ...more }
  return createStripe(settings, stripe.clock).check()
}

async function aValidAccount() {
  const stripe = await stripeStandIn()
  stripe.account.endpoints.push({ url, status: 'enabled', enabled_events: ['*'] })
  return stripe
}

test('the operating guide lists every required event', async () => {
  const guide = await readFile('docs/operating.md', 'utf8')
  expect(requiredEvents.filter((kind) => !guide.includes(`\`${kind}\``))).toEqual([])
})

describe('SUB-3 configuration issues between an installation and its Stripe account', () => {
  test('are none if all is well', async () => {
    await using stripe = await aValidAccount()
    expect(await check(stripe)).toEqual([])
    expect(await check(stripe, { proPrice: '15.00', teamPrice: 'ask' })).toEqual([])
  })

  test('are reported for prices, secret, portal and endpoint', async () => {
    await using stripe = await aValidAccount()
    stripe.account.rules.portalIsSetUp = false
    stripe.account.endpoints = [{ url, status: 'enabled', enabled_events: ['invoice.paid'] }]
    stripe.acts.addPrice({ lookupKey: 'carte_pro_team', name: 'PRO Team', amount: 49_000, interval: 'year' })
    const issues = await check(stripe, { proPrice: '14.90', currency: 'CAD', stripeWebhookSecret: '' })
    expect(issues).toEqual([
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is empty/),
      'Stripe charges 15.00 USD for carte_pro; PRO_PRICE and CURRENCY say 14.90 CAD.',
      'The price carte_pro_team isn’t monthly in Stripe.',
      expect.stringMatching(/portal isn’t set up/),
      expect.stringMatching(/doesn’t send checkout.session.completed, .*charge.refunded/),
    ])
    stripe.account.prices.clear()
    stripe.account.endpoints = []
    expect(await check(stripe, { teamPrice: '' })).toMatchObject([
      'Stripe has no active price with the lookup key carte_pro.',
      expect.any(String),
      `No webhook endpoint in Stripe sends events to ${url}.`,
    ])
  })

  test('include a portal that cannot change plans, if there are several', async () => {
    await using stripe = await aValidAccount()
    stripe.account.rules.portalSwitchesPlans = false
    expect(await check(stripe)).toEqual([expect.stringMatching(/changing the plan/)])
    expect(await check(stripe, { teamPrice: '' })).toEqual([])
  })

  test('include a rejected key and an outage', async () => {
    await using stripe = await aValidAccount()
    expect(await check(stripe, { stripeSecretKey: 'sk_test_of_yesterday' })).toEqual([expect.stringMatching(/rejects the key/)])
    stripe.mood = 'broken'
    expect(await check(stripe)).toEqual([expect.stringMatching(/can’t be reached/)])
  })
})
