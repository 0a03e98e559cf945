import type { z } from 'zod'
import type { AgentReviews, LenderReviews } from '#contract/cards/reviews.ts'
import type { Settings } from '#server/settings.ts'
import type { Breakers } from './breaker.ts'
import { bridgeReviews } from './reviews/bridge.ts'
import { lenderReviews } from './reviews/lender.ts'

/** `none`: no provider is set up. `nobody`: it answers, and knows nobody by that name. */
export type Found<T> = { kind: 'found'; reviews: T } | { kind: 'nobody' } | { kind: 'none' } | { kind: 'failed'; reason: string }

/** Where reviews written elsewhere come from. */
export type ReviewsSource = {
  /** Whether anybody can be asked at all. */
  isSet: { agent: boolean; lender: boolean }
  agent(screenName: string): Promise<Found<z.output<typeof AgentReviews>>>
  agentByBusiness(businessName: string): Promise<Found<z.output<typeof AgentReviews>>>
  lender(nmlsId: string, companyName: string): Promise<Found<z.output<typeof LenderReviews>>>
}

type ReviewSettings = Pick<Settings, 'bridgeUrl' | 'bridgeToken' | 'lenderReviewsUrl' | 'lenderPartnerId'>

const none = async () => ({ kind: 'none' }) as const

export function createReviewsSource(
  { bridgeUrl, bridgeToken, lenderReviewsUrl, lenderPartnerId }: ReviewSettings,
  breakers: Breakers,
): ReviewsSource {
  const bridge = bridgeToken ? bridgeReviews(bridgeUrl, bridgeToken, breakers.of('reviews-agent')) : { agent: none, agentByBusiness: none }
  const isSet = { agent: bridgeToken !== '', lender: lenderPartnerId !== '' }
  return {
    isSet,
    ...bridge,
    lender: lenderPartnerId ? lenderReviews(lenderReviewsUrl, lenderPartnerId, breakers.of('reviews-lender')) : none,
  }
}
