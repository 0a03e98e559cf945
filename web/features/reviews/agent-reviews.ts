import type { AgentReview } from '#contract/cards/reviews.ts'
import type { Language } from '#contract/languages.ts'
import type { Translate } from '#common/messages/message.ts'
import { safeLink } from '../../ui/safe-link.ts'
import { dateFormatter } from './days.ts'
import { fitsFrom } from './slider/fits-from.ts'
import { ratingFormatter } from './ratings.ts'
import type { ReviewView } from './review-view.ts'
import { reviewerInitials } from './reviewer-initials.ts'

const aspects = [
  ['localKnowledge', 'localknowledgeRating'],
  ['processExpertise', 'processexpertiseRating'],
  ['responsiveness', 'responsivenessRating'],
  ['negotiationSkills', 'negotiationskillsRating'],
] as const satisfies [string, keyof AgentReview][]

export function agentReviews(reviews: readonly AgentReview[], t: Translate, language: Language): ReviewView[] {
  const rate = ratingFormatter(language)
  const month = dateFormatter(language, 'month')
  return reviews.map((review, place) => ({
    id: `zillow-${place + 1}`,
    rating: rate(review.rating),
    source: 'Zillow',
    isZillow: true,
    title: '',
    text: review.description.trim(),
    fitsFrom: fitsFrom(review.description.trim()),
    reviewer: review.reviewer.trim(),
    reviewerHref: safeLink(review.reviewerLink),
    initials: reviewerInitials(review.reviewer),
    day: month(review.reviewDate),
    // “Highly likely to recommend”, “Bought a home in 2025”: about the reviewer more than the review.
    note: [review.ratingText, review.reviewSummary]
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' · '),
    href: safeLink(review.reviewURL),
    aspects: aspects.flatMap(([name, field]) => {
      const rating = rate(review[field])
      return rating ? [{ name: t(`reviews.${name}`), value: rating.text }] : []
    }),
    loan: null,
  }))
}
