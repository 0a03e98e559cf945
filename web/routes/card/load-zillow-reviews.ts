import type { ApiOf } from '#contract/api.ts'
import type { Card } from '#contract/cards/cards.ts'
import { isLender, type ReviewsInput } from '../../features/reviews/reviews-view.ts'

export type ProviderReviews = Pick<ReviewsInput, 'agent' | 'lender'>
type ZillowCalls = ApiOf<'reviews.agent' | 'reviews.agentFallback' | 'reviews.lender'>
const nothing: ProviderReviews = { agent: null, lender: null }

/** If the provider fails, the card opens without its reviews. */
export async function loadZillowReviews(api: ZillowCalls, card: Card): Promise<ProviderReviews> {
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
  // A hidden company name isn't sent to pages: the server looks it up by the screen name.
  const businessName = companyName || reviewedAs
  const fallback = await orNull(api.call('reviews.agentFallback', { params: { ...params, businessName } }))
  return { ...nothing, agent: fallback ?? agent }
}

const orNull = <T>(request: Promise<T>): Promise<T | null> => request.catch(() => null)
