import type { Card } from '#contract/cards/cards.ts'
import type { Language } from '#contract/languages.ts'
import { dayWriter } from './days.ts'
import { fitsFrom } from './slider/fits-from.ts'
import { ratingWriter } from './ratings.ts'
import type { ReviewView } from './review-view.ts'
import { reviewerInitials } from './reviewer-initials.ts'

/** What the owner collected, in the owner's order. */
export function ownReviews(card: Pick<Card, 'showCustomReviews' | 'reviews'>, language: Language): ReviewView[] {
  if (!card.showCustomReviews) return []
  const rate = ratingWriter(language)
  const whole = dayWriter(language, 'whole')
  return card.reviews
    .filter(({ show }) => show)
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ stars, source, title, review, reviewer, date }, place) => ({
      id: `own-${place + 1}`,
      rating: rate(stars),
      source: source.trim(),
      isZillow: false,
      title: title.trim(),
      text: review.trim(),
      fitsFrom: fitsFrom(review.trim()),
      reviewer: reviewer.trim(),
      reviewerHref: null,
      initials: reviewerInitials(reviewer),
      day: whole(date),
      note: '',
      href: null,
      aspects: [],
      loan: null,
    }))
}
