import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderError } from '#server/integrations/billing.ts'
import { createStripe } from '#server/integrations/billing/stripe.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { createIdentity } from '#server/integrations/identity.ts'
import { diceOf } from '../dice.ts'
import {
  aBucket,
  base,
  closeProviders,
  identity,
  listAll,
  listed,
  openProviders,
  providerCalls,
  respondWith,
  settings,
  stripe,
} from './provider-calls.ts'

/** Another one: `npm run fuzz`. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122)

beforeAll(openProviders)
afterAll(closeProviders)

test('a bucket that repeats list pages is unavailable, and unclosed tags are no files', async () => {
  const bucket = aBucket()
  let pages = 0
  respondWith(() => listed(pages++ % 2 ? 'b' : 'a'))
  await expect(listAll(bucket.files('a/'))).rejects.toMatchObject({ code: 'ListInCircles' })
  respondWith(() => `${'<Contents><Key '.repeat(100)}${'<Contents>'.repeat(100)}`)
  expect(await listAll(bucket.files('a/'))).toEqual([])
})

test.each(['null', '1', '[]', '"x"'])('a Stripe response of %s is a provider error and doesn’t hang', async (body) => {
  respondWith(() => body)
  const provider = createStripe({ ...settings, ...stripe.settings, stripeUrl: base }, systemClock, 2000)
  await expect(provider.readCheckout('cs_1')).rejects.toBeInstanceOf(ProviderError)
})

test('a logout token whose subject is not a string is rejected', async () => {
  const claims = { sub: { toString: 1 }, jti: ['x'], events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }
  const there = createIdentity({ ...settings, ...identity.settings, publicUrl: 'http://localhost:3000' })
  identity.rewriteBody = (body) => body
  for (const wrong of [claims, { ...claims, sub: 'x' }, { ...claims, jti: 'x' }])
    expect(await there?.readLogout(await identity.signed(wrong))).toBeNull()
})

test.each(providerCalls)('any answer for $about is parsed or rejected', async ({ about, shape, ask, times = 60 }) => {
  const dice = diceOf(seed)
  const properties = Object.getOwnPropertyNames(Object.prototype).length
  for (let turn = 0; turn < Math.min(times, 60); turn++) {
    const result: unknown = await ask(dice).catch((error: unknown) => {
      throw new Error(`${about}, turn ${turn}`, { cause: error })
    })
    const parsed = shape.safeParse(result)
    expect(parsed.success, `turn ${turn}: ${JSON.stringify(result)?.slice(0, 600)}`).toBe(true)
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(properties)
})
