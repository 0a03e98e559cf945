import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { Card } from '#contract/cards.ts'
import { serviceHref } from '../../features/cards/services.ts'
import type { OpenCard } from '../../features/cards/frame-view.ts'
import { isLender, reviewsView, type ReviewsGiven, type ReviewsView } from '../../features/reviews/reviews-view.ts'
import { chooseLanguage } from '../../i18n/languages.ts'
import { apiContext } from '../../platform/provided.ts'
import { sayFor } from './say-for.ts'

type Answers = Pick<ReviewsGiven, 'agent' | 'lender'>
const nothing: Answers = { agent: null, lender: null }

/** The reviews of a card, the owner's and the provider's, as its pages show them. */
export async function loadReviews(
  { card, services, settings }: OpenCard,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<ReviewsView> {
  const answers = await askZillow(context.get(apiContext), card)
  const hrefOf: ReviewsGiven['hrefOf'] = (service) => serviceHref(services, settings, service)
  return reviewsView({ card, ...answers, hrefOf }, sayFor(request), chooseLanguage(request.headers.get('accept-language')))
}

/** A provider that fails or refuses has no reviews: never a reason for a card not to open. */
export async function askZillow(api: Api, card: Card): Promise<Answers> {
  const { showZillowReviews, zillowWebServicesId: reviewedAs, companyName } = card
  if (!showZillowReviews || reviewedAs === '') return nothing
  if (isLender(card)) {
    return { ...nothing, lender: await orNull(api.call('reviews.lender', { params: { nmlsId: reviewedAs } })) }
  }
  const params = { screenName: reviewedAs, id: '0' }
  const agent = await orNull(api.call('reviews.agent', { params }))
  if (agent && agent.reviews.length > 0) return { ...nothing, agent }

  const mayFallBack = card.experiments.some(({ name, enabled }) => name === 'FallbackZillowReviews' && enabled)
  if (!mayFallBack || companyName === '') return { ...nothing, agent }
  const fallback = await orNull(api.call('reviews.agentFallback', { params: { ...params, businessName: companyName } }))
  return { ...nothing, agent: fallback ?? agent }
}

const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)
