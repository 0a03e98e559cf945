import type { ApplicationSettings, Card } from '#contract/cards/cards.ts'
import { lenderTemplateId, reviewSources } from '#contract/cards/drawing.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Language } from '#contract/languages.ts'
import type { Translate } from '#common/messages/message.ts'
import { safeLink } from '../../ui/safe-link.ts'
import { agentReviews } from './agent-reviews.ts'
import { dateFormatter } from './days.ts'
import { lenderReviews } from './lender-reviews.ts'
import { cardReviews } from './own-reviews.ts'
import { averageOf, ratingFormatter } from './ratings.ts'
import type { Rating, ReviewView } from './review-view.ts'

export type ReviewSource = { name: string; href: string }

export type ReviewsView = {
  summary: { rating: Rating; words: string } | null
  own: ReviewView[]
  style: 'agent' | 'lender'
  zillow: ReviewView[]
  /** The profile on Zillow with all reviews. */
  moreHref: string | null
  sources: ReviewSource[]
}

export type ReviewsInput = {
  card: Card
  /** The provider's answer; null if it failed. */
  agent: AnswerOf<Endpoints['reviews.agent']> | null
  lender: AnswerOf<Endpoints['reviews.lender']> | null
  /** This card's link for a configured service, safe to render. */
  hrefOf: (service: keyof ApplicationSettings['services']) => string | null
}

export const isLender = ({ gradeServiceTemplateId }: Pick<Card, 'gradeServiceTemplateId'>) => gradeServiceTemplateId === lenderTemplateId

export function reviewsView({ card, agent, lender, hrefOf }: ReviewsInput, t: Translate, language: Language): ReviewsView {
  const style = isLender(card) ? 'lender' : 'agent'
  const own = cardReviews(card, language)
  const zillow = card.showZillowReviews
    ? style === 'lender'
      ? lenderReviews(lender?.reviews ?? [], t, language)
      : agentReviews(agent?.reviews ?? [], t, language)
    : []
  const profileUrl = (style === 'lender' ? lender?.profileURL : agent?.profile.profileURL) ?? ''

  return {
    summary: summaryOf({ card, style, own, zillow }, t, language),
    own,
    style,
    zillow,
    moreHref: card.showZillowReviews ? (safeLink(profileUrl) ?? hrefOf('zillowReviews')) : null,
    sources: Object.entries(reviewSources).flatMap(([name, { flag, service }]) => {
      const href = card[flag] ? hrefOf(service) : null
      return href ? [{ name, href }] : []
    }),
  }
}

export const isEmpty = ({ own, zillow, moreHref, sources }: ReviewsView) => own.length + zillow.length + sources.length === 0 && !moreHref

type Loaded = Pick<ReviewsView, 'style' | 'own' | 'zillow'> & { card: Card }

function summaryOf({ card, style, own, zillow }: Loaded, t: Translate, language: Language): ReviewsView['summary'] {
  const all = [...own, ...zillow]
  const found = averageOf(all.map(({ rating }) => rating))
  const rating = ratingFormatter(language)(found?.average ?? null)
  if (!found || !rating) return null

  const { count } = found
  const isLenderOnly = style === 'lender' && own.length === 0
  const latest = all
    .flatMap(({ day }) => (day?.iso ? [day.iso] : []))
    .toSorted()
    .at(-1)
  // A single review shows its own date.
  const day = latest && count > 1 ? dateFormatter(language, 'whole')(latest) : null
  const words = [
    isLenderOnly ? t('reviews.averageLender', { count }) : t('reviews.average', { count }),
    day && t('reviews.latest', { date: day.text }),
    style === 'lender' && /^\d+$/.test(card.zillowWebServicesId) && `NMLS ${card.zillowWebServicesId}.`,
  ]
  return { rating, words: words.filter(Boolean).join(' ') }
}
