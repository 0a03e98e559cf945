import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { AgentReviews, LenderReviews } from '#contract/cards/reviews.ts'
import { ProviderTrouble } from '#server/integrations/billing.ts'
import { createStripe } from '#server/integrations/billing/stripe.ts'
import { createGeocoder } from '#server/integrations/geocoder.ts'
import { createIdentity } from '#server/integrations/identity.ts'
import { outsideProvider } from '#server/integrations/captcha/outside-provider.ts'
import { bridgeReviews } from '#server/integrations/reviews/bridge.ts'
import { lenderReviews } from '#server/integrations/reviews/lender.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { isStorageAway } from '#server/integrations/storage-away.ts'
import { openBucket } from '#server/integrations/storage/open-bucket.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { sign, stripeStandIn, type StripeEvent, type StripeStandIn } from '../../tests/stand-ins/stripe.ts'
import { aProvider, type AProvider } from './a-provider.ts'
import { diceOf, type Dice } from '../dice.ts'
import { memoryNow } from './memory.ts'
import { shake } from './shake.ts'
import { spell, spoil } from './spoil.ts'

/** Says whatever it is told to, whoever asks. */
let said: (path: string) => string | Buffer = () => ''
const liar = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(said(request.url ?? ''))
})
let base: string
let stripe: StripeStandIn
let identity: AProvider
let events: StripeEvent[]
beforeAll(async () => {
  liar.listen(0, '127.0.0.1')
  await once(liar, 'listening')
  base = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
  identity = await aProvider()
  stripe = await stripeStandIn()
  const { id } = await createStripe({ ...settings, ...stripe.settings }, systemClock)
    .createCustomer('018f0000-0000-7000-8000-000000000000', payer, 'once')
    .then((customer) => ({ id: customer }))
  stripe.acts.begin({ customer: id, price: 'carte_pro' })
  events = [...stripe.events]
})
afterAll(async () => {
  liar.closeAllConnections()
  liar.close()
  await identity[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

const settings = readSettings({ DATA_DIR: '/nowhere', DEMO: 'off' })
const somewhere = { attention: '', street: 'x', city: 'x', state: 'x', country: 'US', zip: '1', fax: '' }
const payer = {
  first_name: 'x',
  last_name: 'x',
  display_name: 'x',
  email: 'a@example.com',
  company_name: 'x',
  phone: '1',
  mobile: '1',
  billing_address: somewhere,
  shipping_address: somewhere,
}

/** A right answer with something wrong in it: a part of it, its spelling, or its bytes. */
function twisted(value: unknown, dice: Dice): string | Buffer {
  const kind = dice.below(10)
  if (kind === 0) return JSON.stringify(value)
  if (kind < 6) return JSON.stringify(spoil(value, dice)) ?? ''
  return kind < 8 ? spell(spoil(value, dice), dice) : shake(Buffer.from(JSON.stringify(value)), dice)
}

type Asked = { about: string; shape: z.ZodType; times?: number; ask(dice: Dice): Promise<unknown> }

const failed = z.object({ kind: z.enum(['nobody', 'none', 'failed']), reason: z.string().optional() })
const found = (reviews: z.ZodType) => z.union([z.object({ kind: z.literal('found'), reviews }), failed])
const degrees = z.number().min(-180).max(180)
const located = z.union([
  z.object({ status: z.literal('OK'), lat: degrees, lng: degrees }),
  z.object({ status: z.enum(['ZERO_RESULTS', 'NONE', 'FAILED']) }),
])
const verdict = z.union([z.object({ ok: z.literal(true), isProved: z.boolean() }), z.object({ ok: z.literal(false), reason: z.string() })])
const known = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  name: z.string(),
  sid: z.string().nullable(),
  idToken: z.string(),
})
const outcome = z.union([
  z.object({ kind: z.literal('known'), known }),
  z.object({ kind: z.literal('nobody') }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
])
const leftThere = z
  .object({ issuer: z.string(), subject: z.string().optional(), sid: z.string().optional(), jti: z.string(), until: z.date() })
  .nullable()
const heard = z.union([
  z.object({
    ok: z.literal(true),
    event: z.object({ id: z.string().min(1), kind: z.string(), at: z.date().refine((at) => !Number.isNaN(at.getTime())) }),
  }),
  z.object({ ok: z.literal(false), reason: z.enum(['forged', 'stale', 'unreadable']) }),
])

const place = { street: 'x', city: 'x', state: 'x', zip: 'x', country: 'US' }
const captcha = { ...settings, captchaSiteKey: 'x', captchaSecret: 'x' }
/** The types of a lie about captchas need no database: nothing there asks it. */
const noDb = undefined as never
const person = {
  Description: '<b>x</b>',
  ReviewDate: '2026-06-03',
  Rating: 5,
  ReviewerFullName: null,
  ReviewerScreenName: 'x',
  ServiceProviderDesc: 'x',
  ServiceYear: 2026,
}
const lent = {
  rating: 4,
  title: 'x',
  content: 'x',
  created: '2026-03-04T10:00:00Z',
  reviewerName: { displayName: 'x' },
  loanPurpose: 'x',
  details: ['x'],
}

const asked: Asked[] = [
  {
    about: 'reviews of an agent',
    shape: found(AgentReviews),
    ask(dice) {
      said = (path) =>
        path.includes('Reviewees')
          ? dice.chance(0.7)
            ? JSON.stringify({ value: [{ RevieweeKey: 1, RevieweeProfileURL: 'https://x.example' }] })
            : twisted({ value: [{ RevieweeKey: 1, RevieweeProfileURL: 'https://x.example' }] }, dice)
          : twisted({ value: [person, person] }, dice)
      return bridgeReviews(base, 'x').agent('x')
    },
  },
  {
    about: 'reviews of a lender',
    shape: found(LenderReviews),
    ask(dice) {
      said = () => twisted({ profileURL: 'https://x.example', totalReviews: 1, reviews: [lent, lent] }, dice)
      return lenderReviews(base, 'x')('1', 'x')
    },
  },
  ...(['google', 'nominatim'] as const).map((geocoder) => ({
    about: `a place, by ${geocoder}`,
    shape: located,
    ask(dice: Dice) {
      const right =
        geocoder === 'google' ? { status: 'OK', results: [{ geometry: { location: { lat: 1, lng: 2 } } }] } : [{ lat: '1.5', lon: '2' }]
      said = () => twisted(right, dice)
      return createGeocoder({ geocoder, geocoderUrl: base, geocoderKey: 'x' }).locate(place)
    },
  })),
  ...(['recaptcha', 'turnstile'] as const).map((kind) => ({
    about: `a verdict of ${kind}`,
    shape: verdict,
    ask(dice: Dice) {
      said = () => twisted({ success: true, score: 0.9, action: 'a', hostname: 'localhost', 'error-codes': [] }, dice)
      return outsideProvider(
        { settings: { ...captcha, captcha: kind, captchaUrl: base }, db: noDb, clock: systemClock, log: silentLog },
        kind,
      ).verify({
        token: 'x',
        action: 'a',
        alias: 'x',
      })
    },
  })),
  {
    about: 'a sign-in at an OpenID provider',
    shape: outcome,
    times: 150,
    async ask(dice) {
      const place = dice.below(4)
      let answers = 0
      // Of what it says of itself, its keys, its tokens and its people, one is wrong.
      identity.twist = (body) => (answers++ === place ? twisted(JSON.parse(body), dice) : body)
      const there = createIdentity({ ...settings, ...identity.settings, publicUrl: 'http://localhost:3000' })
      const begun = await there?.begin({ isForced: false, isSilent: false, returnUrl: '/' }).catch(() => null)
      if (!begun) return { kind: 'refused', reason: 'it says nothing of itself' }
      const { state, nonce } = begun.secrets
      return there?.finish(new URL(`http://localhost:3000/bff/callback?${new URLSearchParams({ code: nonce, state })}`), begun.secrets)
    },
  },
  {
    about: 'a logout told by an OpenID provider',
    shape: leftThere,
    times: 150,
    async ask(dice) {
      const claims = { sid: 'x', sub: 'x', jti: 'x', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }
      const wrong: unknown = spoil(claims, dice)
      const isClaims = typeof wrong === 'object' && wrong !== null && !Array.isArray(wrong)
      const token = await identity.signed(isClaims ? (wrong as typeof claims) : claims).catch(() => 'x.y.z')
      identity.twist = (body) => body
      const there = createIdentity({ ...settings, ...identity.settings, publicUrl: 'http://localhost:3000' })
      return there?.readLogout(dice.chance(0.7) ? token : shake(Buffer.from(token), dice).toString('latin1'))
    },
  },
  {
    about: 'an event of Stripe, well signed',
    shape: heard,
    async ask(dice) {
      const body = Buffer.from(twisted(dice.one(events), dice))
      const now = new Date()
      const headers = new Headers({ 'stripe-signature': sign(body.toString('utf8'), 'whsec_x', Math.floor(now.getTime() / 1000)) })
      return createStripe({ ...settings, ...stripe.settings, stripeWebhookSecret: 'whsec_x' }, systemClock).hear(body, headers, now)
    },
  },
  {
    about: 'what Stripe has of a subscription, an invoice or a checkout',
    shape: z.unknown(),
    // What it cannot read it asks for once more, a moment later.
    times: 12,
    async ask(dice) {
      const object = dice.one(events.map((event) => event.data.object))
      said = () => twisted(object, dice)
      const provider = createStripe({ ...settings, ...stripe.settings, stripeUrl: base }, systemClock, 2000)
      try {
        return await (dice.chance(0.5) ? provider.readSubscription('sub_1') : provider.readCheckout('cs_1'))
      } catch (error) {
        // The one thing that any of its calls may throw.
        if (error instanceof ProviderTrouble) return null
        throw error
      }
    },
  },
]

const inBucket = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-01T10:00:00.000Z</LastModified><Size>7</Size></Contents>`
const listed = (next: string) =>
  `<?xml version="1.0"?><ListBucketResult xmlns="x"><IsTruncated>${next !== ''}</IsTruncated>${next && `<NextContinuationToken>${next}</NextContinuationToken>`}${inBucket('ours/a/photo/1')}${inBucket('ours/a/&#x62;/2')}</ListBucketResult>`

async function listAll<T>(files: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const file of files) all.push(file)
  return all
}

const aBucket = () =>
  openBucket(
    { ...settings, storage: 's3', storageUrl: base, storageBucket: 'cards', storagePrefix: 'ours/', storageKeyId: 'x', storageSecret: 'x' },
    silentLog,
  )

asked.push({
  about: 'a list of a bucket',
  shape: z.array(z.object({ key: z.string().regex(/^a\//), changedAt: z.unknown() })),
  async ask(dice) {
    said = (path) => shake(Buffer.from(listed(path.includes('continuation-token') ? '' : 'n')), dice)
    return listAll(aBucket().files('a/')).catch((error: unknown) => {
      if (isStorageAway(error)) return []
      throw error
    })
  },
})

const seed = Math.floor(Math.random() * 2 ** 31)

test('a bucket that lists the same pages for ever is away, and openings without ends cost no time', async () => {
  const bucket = aBucket()
  let pages = 0
  said = () => listed(pages++ % 2 ? 'b' : 'a')
  await expect(listAll(bucket.files('a/'))).rejects.toMatchObject({ code: 'ListInCircles' })
  said = () => `${'<Contents><Key '.repeat(100_000)}${'<Contents>'.repeat(100_000)}`
  const begunMs = performance.now()
  expect(await listAll(bucket.files('a/'))).toEqual([])
  expect(performance.now() - begunMs).toBeLessThan(2000)
})

test.each(['null', '1', '[]', '"x"'])('an answer of Stripe that is %s is trouble with it, and nothing waits for ever', async (body) => {
  said = () => body
  const provider = createStripe({ ...settings, ...stripe.settings, stripeUrl: base }, systemClock, 2000)
  await expect(provider.readCheckout('cs_1')).rejects.toBeInstanceOf(ProviderTrouble)
})

test('a logout token that names somebody by something that is no word is not believed', async () => {
  const claims = { sub: { toString: 1 }, jti: ['x'], events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }
  const there = createIdentity({ ...settings, ...identity.settings, publicUrl: 'http://localhost:3000' })
  identity.twist = (body) => body
  for (const wrong of [claims, { ...claims, sub: 'x' }, { ...claims, jti: 'x' }])
    expect(await there?.readLogout(await identity.signed(wrong))).toBeNull()
})

test.each(asked)(
  `whatever is answered for $about comes out by its schema or as a refusal, soon, and stays nowhere (seed ${seed})`,
  { timeout: 120_000 },
  async ({ about, shape, ask, times = 300 }) => {
    const dice = diceOf(seed)
    const properties = Object.getOwnPropertyNames(Object.prototype).length
    let before = 0
    for (let turn = 0; turn < times; turn++) {
      const begunMs = performance.now()
      const given: unknown = await ask(dice).catch((error: unknown) => {
        throw new Error(`${about}, turn ${turn}`, { cause: error })
      })
      const parsed = shape.safeParse(given)
      expect(parsed.success, `turn ${turn}: ${JSON.stringify(given)?.slice(0, 600)}`).toBe(true)
      expect(performance.now() - begunMs, `turn ${turn}`).toBeLessThan(6000)
      if (turn === Math.floor(times / 2)) before = (await memoryNow()).heap
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(properties)
    expect((await memoryNow()).heap - before, 'bytes that nobody lets go of').toBeLessThan(12 * 1024 ** 2)
  },
)
