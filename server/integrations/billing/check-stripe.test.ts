import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type StripeStandIn, stripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import { eventsNeeded } from './check-stripe.ts'
import { createStripe, type StripeBillingSettings } from './stripe.ts'

const url = 'https://cards.example.com/remote/subscription/events'

function check(stripe: StripeStandIn, more: Partial<StripeBillingSettings> = {}) {
  const prices = { productSlug: 'carte', currency: 'USD', proPrice: '15', teamPrice: '49' }
  const settings = { ...stripe.settings, ...prices, stripeTax: false, publicUrl: 'https://cards.example.com', ...more }
  return createStripe(settings, stripe.clock).check()
}

async function aGoodAccount() {
  const stripe = await stripeStandIn()
  stripe.account.endpoints.push({ url, status: 'enabled', enabled_events: ['*'] })
  return stripe
}

test('the guide for operators names every event that is needed', async () => {
  const guide = await readFile('docs/operating.md', 'utf8')
  expect(eventsNeeded.filter((kind) => !guide.includes(`\`${kind}\``))).toEqual([])
})

describe('SUB-3 what does not fit between an installation and its Stripe account', () => {
  test('is nothing where all is well', async () => {
    await using stripe = await aGoodAccount()
    expect(await check(stripe)).toEqual([])
    expect(await check(stripe, { proPrice: '15.00', teamPrice: 'ask' })).toEqual([])
  })

  test('is named: prices, secret, portal, endpoint', async () => {
    await using stripe = await aGoodAccount()
    stripe.account.rules.portalIsSetUp = false
    stripe.account.endpoints = [{ url, status: 'enabled', enabled_events: ['invoice.paid'] }]
    stripe.acts.addPrice({ lookupKey: 'carte_pro_team', name: 'PRO Team', amount: 49_000, interval: 'year' })
    const faults = await check(stripe, { proPrice: '14.90', currency: 'CAD', stripeWebhookSecret: '' })
    expect(faults).toEqual([
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is empty/),
      'Stripe charges 15.00 USD for carte_pro; PRO_PRICE and CURRENCY say 14.90 CAD.',
      'The price carte_pro_team is not by the month in Stripe.',
      expect.stringMatching(/portal were never saved/),
      expect.stringMatching(/leaves out checkout.session.completed, .*charge.refunded/),
    ])
    stripe.account.prices.clear()
    stripe.account.endpoints = []
    expect(await check(stripe, { teamPrice: '' })).toMatchObject([
      'Stripe has no active price with the lookup key carte_pro.',
      expect.any(String),
      `No webhook endpoint in Stripe sends events to ${url}.`,
    ])
  })

  test('is a portal where plans cannot be changed, where there are several', async () => {
    await using stripe = await aGoodAccount()
    stripe.account.rules.portalSwitchesPlans = false
    expect(await check(stripe)).toEqual([expect.stringMatching(/change the plan/)])
    expect(await check(stripe, { teamPrice: '' })).toEqual([])
  })

  test('is a key that is refused, or nobody who answers', async () => {
    await using stripe = await aGoodAccount()
    expect(await check(stripe, { stripeSecretKey: 'sk_test_of_yesterday' })).toEqual([expect.stringMatching(/refuses the key/)])
    stripe.mood = 'broken'
    expect(await check(stripe)).toEqual([expect.stringMatching(/cannot be asked/)])
  })
})
