import type { AgentReview } from '#contract/cards/reviews.ts'
import { createApp, type App } from '#server/app.ts'
import type { Log } from '#server/integrations/log.ts'
import { listen } from '#server/listen.ts'
import type { PageReader } from '#server/integrations/page-reader.ts'
import type { ReviewsSource } from '#server/integrations/reviews-source.ts'
import type { Crm, Crms } from '#server/integrations/crm.ts'
import { createWebhooks, type Webhooks } from '#server/integrations/webhooks.ts'
import { readSettings } from '#server/settings.ts'
import { portOf } from '../../tests/http/raw-http.ts'
import { pushServiceStandIn, type PushDevice } from '../../tests/stand-ins/push-service.ts'
import { stripeStandIn, type StripeStandIn } from '../../tests/stand-ins/stripe.ts'
import { aProvider, type AProvider } from './a-provider.ts'
import { xssPayloads } from './strange.ts'

export type Target = {
  app: App
  /** The same installation with an external login and payment provider. */
  outside: { app: App; provider: AProvider; stripe: StripeStandIn }
  device: PushDevice
  port: number
  loggedErrors: LoggedError[]
  [Symbol.asyncDispose](): Promise<void>
}
type TargetOptions = { databaseUrl?: string; dataDir: string; pages: boolean; publicUrl?: string }

/** The whole product with pages and jobs, on its own port. It trusts a proxy, so that rate limits see many clients. */
export async function aTarget({ databaseUrl, dataDir, pages }: TargetOptions): Promise<Target> {
  await using undo = new AsyncDisposableStack()
  const { log, loggedErrors } = errorLog()
  const where = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const push = undo.use(await pushServiceStandIn())
  const provider = undo.use(await aProvider())
  const stripe = undo.use(await stripeStandIn())
  const settings = {
    ...readSettings({ ...where, DATA_DIR: dataDir, DEMO: 'off', TRUST_PROXY: 'on' }),
    ...push.settings,
    captchaCost: 1,
  }
  /** No receiver is called. */
  const webhooks: Webhooks = { ...createWebhooks(settings), post: async () => refusedDelivery }
  const crm: Crm = {
    url: 'https://crm.example/',
    writeBody: () => '{}',
    send: async () => refusedDelivery,
    check: async () => refusedDelivery,
  }
  const crms: Crms = { 'follow-up-boss': crm, hubspot: crm }
  const app = undo.use(await createApp(settings, { log, pages, works: false, reviewsSource, pageReader, webhooks, crms }))
  const outsideApp = undo.use(
    await createApp(
      { ...settings, databaseUrl: app.deps.settings.databaseUrl, ...provider.settings, ...stripe.settings },
      { log, pages: false, works: true, reviewsSource, pageReader, webhooks, crms },
    ),
  )
  const [listening] = await listen(app, { ...settings, host: '127.0.0.1', port: 0 })
  if (!listening) throw new Error('The server did not start.')
  undo.defer(() => {
    listening.server.closeAllConnections()
    listening.server.close()
  })
  const owned = undo.move()
  return {
    app,
    outside: { app: outsideApp, provider, stripe },
    device: push.aDevice(),
    port: portOf(listening.server),
    loggedErrors,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

const review: AgentReview = {
  reviewURL: xssPayloads[0],
  rating: 5,
  ratingText: xssPayloads[1] ?? '',
  reviewDate: '2026-01-01',
  reviewer: xssPayloads[2] ?? '',
  reviewerLink: xssPayloads[3] ?? '',
  reviewSummary: xssPayloads[4] ?? '',
  description: xssPayloads.join('\n'),
  localknowledgeRating: null,
  processexpertiseRating: null,
  responsivenessRating: null,
  negotiationskillsRating: null,
}
const refusedDelivery = { status: 500, tookMs: 1, answer: xssPayloads.join(' '), reason: null, retryAfterSeconds: null }
const agent: ReviewsSource['agent'] = async () => ({
  kind: 'found',
  reviews: { profile: { profileURL: xssPayloads[0] }, reviews: [review] },
})

/** The public web: one page, with what an owner of it could write. */
const pageReader: PageReader = {
  async read(url) {
    const body = Buffer.from(`<title>Someone</title><a href="https://a.example">a</a>${xssPayloads.join('')}`)
    return url.hostname === 'someone.example' ? { url, type: 'text/html', body } : null
  },
}

/** Reviews that an outside service returns. */
const reviewsSource: ReviewsSource = {
  isSet: { agent: true, lender: true },
  agent,
  agentByBusiness: agent,
  lender: async () => ({ kind: 'found', reviews: { profileURL: xssPayloads[0], reviews: [] } }),
}

type LoggedError = { event: string; id: string; facts: Record<string, unknown> | undefined }

/** A log that collects errors and ignores the rest. */
function errorLog(): { log: Log; loggedErrors: LoggedError[] } {
  const loggedErrors: LoggedError[] = []
  const add = (event: string, facts?: Record<string, unknown>) => void loggedErrors.push({ event, id: String(facts?.id ?? ''), facts })
  // Everything is available here, so this warning is an error.
  const warn = (event: string, facts?: Record<string, unknown>) => (event === 'unavailable' ? add(event, facts) : undefined)
  return { log: { debug() {}, info() {}, warn, error: add, flush() {} }, loggedErrors }
}
