import type { AgentReview } from '#contract/cards/reviews.ts'
import { createApp, type App } from '#server/app.ts'
import type { Log } from '#server/integrations/log.ts'
import { listen } from '#server/listen.ts'
import type { ReviewsSource } from '#server/integrations/reviews-source.ts'
import { readSettings } from '#server/settings.ts'
import { portOf } from '../../tests/http/wire.ts'
import { pushServiceStandIn, type PushDevice } from '../../tests/stand-ins/push-service.ts'
import { stripeStandIn, type StripeStandIn } from '../../tests/stand-ins/stripe.ts'
import { aProvider, type AProvider } from './a-provider.ts'
import { runners } from './strange.ts'

export type Target = {
  app: App
  /** The same house where others keep the accounts and take the money. */
  outside: { app: App; provider: AProvider; stripe: StripeStandIn }
  device: PushDevice
  port: number
  complaints: Complaint[]
  [Symbol.asyncDispose](): Promise<void>
}
type Wishes = { databaseUrl?: string; dataDir: string; pages: boolean; publicUrl?: string }

/** The whole product with its pages and its jobs, on a port of its own, behind what could be a proxy: so that limits see many callers. */
export async function aTarget({ databaseUrl, dataDir, pages }: Wishes): Promise<Target> {
  await using undo = new AsyncDisposableStack()
  const { log, complaints } = aListeningLog()
  const where = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const push = undo.use(await pushServiceStandIn())
  const provider = undo.use(await aProvider())
  const stripe = undo.use(await stripeStandIn())
  const settings = {
    ...readSettings({ ...where, DATA_DIR: dataDir, DEMO: 'off', TRUST_PROXY: 'on' }),
    ...push.settings,
    captchaCost: 1,
  }
  const app = undo.use(await createApp(settings, { log, pages, works: false, reviewsSource }))
  const twin = undo.use(
    await createApp(
      { ...settings, databaseUrl: app.needs.settings.databaseUrl, ...provider.settings, ...stripe.settings },
      { log, pages: false, works: true, reviewsSource },
    ),
  )
  const [listening] = await listen(app, { ...settings, host: '127.0.0.1', port: 0 })
  if (!listening) throw new Error('Nothing listens.')
  undo.defer(() => {
    listening.server.closeAllConnections()
    listening.server.close()
  })
  const kept = undo.move()
  return {
    app,
    outside: { app: twin, provider, stripe },
    device: push.aDevice(),
    port: portOf(listening.server),
    complaints,
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}

const review: AgentReview = {
  reviewURL: runners[0],
  rating: 5,
  ratingText: runners[1] ?? '',
  reviewDate: '2026-01-01',
  reviewer: runners[2] ?? '',
  reviewerLink: runners[3] ?? '',
  reviewSummary: runners[4] ?? '',
  description: runners.join('\n'),
  localknowledgeRating: null,
  processexpertiseRating: null,
  responsivenessRating: null,
  negotiationskillsRating: null,
}
const agent: ReviewsSource['agent'] = async () => ({ kind: 'found', reviews: { profile: { profileURL: runners[0] }, reviews: [review] } })

/** Somebody else's words about somebody. */
const reviewsSource: ReviewsSource = {
  isSet: { agent: true, lender: true },
  agent,
  agentByBusiness: agent,
  lender: async () => ({ kind: 'found', reviews: { profileURL: runners[0], reviews: [] } }),
}

type Complaint = { event: string; id: string; facts: Record<string, unknown> | undefined }

/** Keeps what nobody should ever have to read, and passes over the rest. */
function aListeningLog(): { log: Log; complaints: Complaint[] } {
  const complaints: Complaint[] = []
  const keep = (event: string, facts?: Record<string, unknown>) => void complaints.push({ event, id: String(facts?.id ?? ''), facts })
  // Nothing here is ever away.
  const warn = (event: string, facts?: Record<string, unknown>) => (event === 'unavailable' ? keep(event, facts) : undefined)
  return { log: { debug() {}, info() {}, warn, error: keep, flush() {} }, complaints }
}
