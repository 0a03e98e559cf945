import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { AgentReviews, LenderReviews } from '#contract/cards/reviews.ts'
import { ProviderError } from '#server/integrations/billing.ts'
import { createStripe } from '#server/integrations/billing/stripe.ts'
import { createGeocoder } from '#server/integrations/geocoder.ts'
import { createIdentity } from '#server/integrations/identity.ts'
import { hostedCaptcha } from '#server/integrations/captcha/hosted-captcha.ts'
import { bridgeReviews } from '#server/integrations/reviews/bridge.ts'
import { lenderReviews } from '#server/integrations/reviews/lender.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { isStorageUnavailable } from '#server/integrations/storage-error.ts'
import { openBucket } from '#server/integrations/storage/open-bucket.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { sign, stripeStandIn, type StripeEvent, type StripeStandIn } from '../../tests/stand-ins/stripe.ts'
import { aProvider, type AProvider } from './a-provider.ts'
import type { Dice } from '../dice.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { corruptJson, corruptValue } from './corrupt.ts'

/** Answers every request with the current `respond`. */
let respond: (path: string) => string | Buffer = () => ''
export const respondWith = (answer: typeof respond) => void (respond = answer)
const corruptServer = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(respond(request.url ?? ''))
})
export let base: string
export let stripe: StripeStandIn
export let identity: AProvider
let events: StripeEvent[]

/** Starts everything that the calls need. */
export async function openProviders() {
  corruptServer.listen(0, '127.0.0.1')
  await once(corruptServer, 'listening')
  base = `http://127.0.0.1:${(corruptServer.address() as AddressInfo).port}`
  identity = await aProvider()
  stripe = await stripeStandIn()
  const { id } = await createStripe({ ...settings, ...stripe.settings }, systemClock)
    .createCustomer('018f0000-0000-7000-8000-000000000000', payer, 'once')
    .then((customer) => ({ id: customer }))
  stripe.acts.begin({ customer: id, price: 'carte_pro' })
  events = [...stripe.events]
}
export async function closeProviders() {
  corruptServer.closeAllConnections()
  corruptServer.close()
  await identity[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
}

export const settings = readSettings({ DATA_DIR: '/nowhere', DEMO: 'off' })
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

/** A valid response with a flaw in its values, its JSON or its bytes. */
function corruptedAnswer(value: unknown, dice: Dice): string | Buffer {
  const kind = dice.below(10)
  if (kind === 0) return JSON.stringify(value)
  if (kind < 6) return JSON.stringify(corruptValue(value, dice)) ?? ''
  return kind < 8 ? corruptJson(corruptValue(value, dice), dice) : mutateBytes(Buffer.from(JSON.stringify(value)), dice)
}

type ProviderCall = { about: string; shape: z.ZodType; times?: number; ask(dice: Dice): Promise<unknown> }

const failed = z.object({ kind: z.enum(['not-found', 'not-configured', 'failed']), reason: z.string().optional() })
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
  z.object({ kind: z.literal('identified'), identity: known }),
  z.object({ kind: z.literal('not-logged-in') }),
  z.object({ kind: z.literal('rejected'), reason: z.string() }),
])
const logout = z
  .object({ issuer: z.string(), subject: z.string().optional(), sid: z.string().optional(), jti: z.string(), until: z.date() })
  .nullable()
const tokenResult = z.union([
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
const lenderReview = {
  rating: 4,
  title: 'x',
  content: 'x',
  created: '2026-03-04T10:00:00Z',
  reviewerName: { displayName: 'x' },
  loanPurpose: 'x',
  details: ['x'],
}

/** Calls of every provider, each answered with a flaw. */
export const providerCalls: ProviderCall[] = [
  {
    about: 'reviews of an agent',
    shape: found(AgentReviews),
    ask(dice) {
      respond = (path) =>
        path.includes('Reviewees')
          ? dice.chance(0.7)
            ? JSON.stringify({ value: [{ RevieweeKey: 1, RevieweeProfileURL: 'https://x.example' }] })
            : corruptedAnswer({ value: [{ RevieweeKey: 1, RevieweeProfileURL: 'https://x.example' }] }, dice)
          : corruptedAnswer({ value: [person, person] }, dice)
      return bridgeReviews(base, 'x').agent('x')
    },
  },
  {
    about: 'reviews of a lender',
    shape: found(LenderReviews),
    ask(dice) {
      respond = () => corruptedAnswer({ profileURL: 'https://x.example', totalReviews: 1, reviews: [lenderReview, lenderReview] }, dice)
      return lenderReviews(base, 'x')('1', 'x')
    },
  },
  ...(['google', 'nominatim'] as const).map((geocoder) => ({
    about: `a place, by ${geocoder}`,
    shape: located,
    ask(dice: Dice) {
      const valid =
        geocoder === 'google' ? { status: 'OK', results: [{ geometry: { location: { lat: 1, lng: 2 } } }] } : [{ lat: '1.5', lon: '2' }]
      respond = () => corruptedAnswer(valid, dice)
      return createGeocoder({ geocoder, geocoderUrl: base, geocoderKey: 'x' }).locate(place)
    },
  })),
  ...(['recaptcha', 'turnstile'] as const).map((kind) => ({
    about: `a captcha verdict of ${kind}`,
    shape: verdict,
    ask(dice: Dice) {
      respond = () => corruptedAnswer({ success: true, score: 0.9, action: 'a', hostname: 'localhost', 'error-codes': [] }, dice)
      return hostedCaptcha(
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
    about: 'a login at an OpenID provider',
    shape: outcome,
    times: 150,
    async ask(dice) {
      const place = dice.below(4)
      let answers = 0
      // One of its responses is corrupt: discovery document, keys, tokens or user info.
      identity.rewriteBody = (body) => (answers++ === place ? corruptedAnswer(JSON.parse(body), dice) : body)
      const there = createIdentity({ ...settings, ...identity.settings, publicUrl: 'http://localhost:3000' })
      const started = await there?.begin({ isForced: false, isSilent: false, returnUrl: '/' }).catch(() => null)
      if (!started) return { kind: 'rejected', reason: 'no discovery document' }
      const { state, nonce } = started.secrets
      return there?.finish(new URL(`http://localhost:3000/bff/callback?${new URLSearchParams({ code: nonce, state })}`), started.secrets)
    },
  },
  {
    about: 'a logout token of an OpenID provider',
    shape: logout,
    times: 150,
    async ask(dice) {
      const claims = { sid: 'x', sub: 'x', jti: 'x', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }
      const wrong: unknown = corruptValue(claims, dice)
      const isClaims = typeof wrong === 'object' && wrong !== null && !Array.isArray(wrong)
      const token = await identity.signed(isClaims ? (wrong as typeof claims) : claims).catch(() => 'x.y.z')
      identity.rewriteBody = (body) => body
      const there = createIdentity({ ...settings, ...identity.settings, publicUrl: 'http://localhost:3000' })
      return there?.readLogout(dice.chance(0.7) ? token : mutateBytes(Buffer.from(token), dice).toString('latin1'))
    },
  },
  {
    about: 'a validly signed Stripe event',
    shape: tokenResult,
    async ask(dice) {
      const body = Buffer.from(corruptedAnswer(dice.one(events), dice))
      const now = new Date()
      const headers = new Headers({ 'stripe-signature': sign(body.toString('utf8'), 'whsec_x', Math.floor(now.getTime() / 1000)) })
      return createStripe({ ...settings, ...stripe.settings, stripeWebhookSecret: 'whsec_x' }, systemClock).parseWebhook(body, headers, now)
    },
  },
  {
    about: 'a Stripe subscription, invoice or checkout',
    shape: z.unknown(),
    // Fewer turns: an unreadable response is requested again after a pause.
    times: 12,
    async ask(dice) {
      const object = dice.one(events.map((event) => event.data.object))
      respond = () => corruptedAnswer(object, dice)
      const provider = createStripe({ ...settings, ...stripe.settings, stripeUrl: base }, systemClock, 2000)
      try {
        return await (dice.chance(0.5) ? provider.readSubscription('sub_1') : provider.readCheckout('cs_1'))
      } catch (error) {
        // The only error its calls may throw.
        if (error instanceof ProviderError) return null
        throw error
      }
    },
  },
]

const inBucket = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-01T10:00:00.000Z</LastModified><Size>7</Size></Contents>`
export const listed = (next: string) =>
  `<?xml version="1.0"?><ListBucketResult xmlns="x"><IsTruncated>${next !== ''}</IsTruncated>${next && `<NextContinuationToken>${next}</NextContinuationToken>`}${inBucket('prefix/a/photo/1')}${inBucket('prefix/a/&#x62;/2')}</ListBucketResult>`

export async function listAll<T>(files: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const file of files) all.push(file)
  return all
}

export const aBucket = () =>
  openBucket(
    {
      ...settings,
      storage: 's3',
      storageUrl: base,
      storageBucket: 'cards',
      storagePrefix: 'prefix/',
      storageKeyId: 'x',
      storageSecret: 'x',
    },
    silentLog,
  )

providerCalls.push({
  about: 'a listing of a bucket',
  shape: z.array(z.object({ key: z.string().regex(/^a\//), changedAt: z.unknown() })),
  async ask(dice) {
    respond = (path) => mutateBytes(Buffer.from(listed(path.includes('continuation-token') ? '' : 'n')), dice)
    return listAll(aBucket().files('a/')).catch((error: unknown) => {
      if (isStorageUnavailable(error)) return []
      throw error
    })
  },
})
