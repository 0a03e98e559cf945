import type { z } from 'zod'
import type { AgentReviews, LenderReviews } from '#contract/cards/reviews.ts'
import type { Settings } from '#server/settings.ts'
import type { Breakers } from './breaker.ts'
import { bridgeReviews } from './reviews/bridge.ts'
import { lenderReviews } from './reviews/lender.ts'

/** `not-configured`: no provider is set up. `not-found`: the provider knows no one by that name. */
export type Found<T> =
  | { kind: 'found'; reviews: T }
  | { kind: 'not-found' }
  | { kind: 'not-configured' }
  | { kind: 'failed'; reason: string }

/** Providers of reviews. */
export type ReviewsSource = {
  /** Which providers are configured. */
  isSet: { agent: boolean; lender: boolean }
  agent(screenName: string): Promise<Found<z.output<typeof AgentReviews>>>
  agentByBusiness(businessName: string): Promise<Found<z.output<typeof AgentReviews>>>
  lender(nmlsId: string, companyName: string): Promise<Found<z.output<typeof LenderReviews>>>
}

type ReviewSettings = Pick<Settings, 'bridgeUrl' | 'bridgeToken' | 'lenderReviewsUrl' | 'lenderPartnerId'>

const notConfigured = async () => ({ kind: 'not-configured' }) as const

export function createReviewsSource(
  { bridgeUrl, bridgeToken, lenderReviewsUrl, lenderPartnerId }: ReviewSettings,
  breakers: Breakers,
): ReviewsSource {
  const bridge = bridgeToken
    ? bridgeReviews(bridgeUrl, bridgeToken, breakers.of('reviews-agent'))
    : { agent: notConfigured, agentByBusiness: notConfigured }
  const isSet = { agent: bridgeToken !== '', lender: lenderPartnerId !== '' }
  return {
    isSet,
    ...bridge,
    lender: lenderPartnerId ? lenderReviews(lenderReviewsUrl, lenderPartnerId, breakers.of('reviews-lender')) : notConfigured,
  }
}
