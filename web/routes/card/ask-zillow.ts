import type { ApiOf } from '#contract/api.ts'
import type { Card } from '#contract/cards/cards.ts'
import { isLender, type ReviewsGiven } from '../../features/reviews/reviews-view.ts'

export type Reviewed = Pick<ReviewsGiven, 'agent' | 'lender'>
type ZillowCalls = ApiOf<'reviews.agent' | 'reviews.agentFallback' | 'reviews.lender'>
const nothing: Reviewed = { agent: null, lender: null }

/** A provider that fails or refuses has no reviews: never a reason for a card not to open. */
export async function askZillow(api: ZillowCalls, card: Card): Promise<Reviewed> {
  const { showZillowReviews, zillowWebServicesId: reviewedAs, companyName } = card
  if (!showZillowReviews || reviewedAs === '') return nothing
  if (isLender(card)) {
    return { ...nothing, lender: await orNull(api.call('reviews.lender', { params: { nmlsId: reviewedAs } })) }
  }
  const params = { screenName: reviewedAs, id: '0' }
  const agent = await orNull(api.call('reviews.agent', { params }))
  if (agent && agent.reviews.length > 0) return { ...nothing, agent }

  const mayFallBack = card.experiments.some(({ name, enabled }) => name === 'FallbackZillowReviews' && enabled)
  if (!mayFallBack) return { ...nothing, agent }
  // A hidden company is not sent to any page: the server knows it by the screen name.
  const businessName = companyName || reviewedAs
  const fallback = await orNull(api.call('reviews.agentFallback', { params: { ...params, businessName } }))
  return { ...nothing, agent: fallback ?? agent }
}

const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)
