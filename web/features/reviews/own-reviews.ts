import type { Card } from '#contract/cards/cards.ts'
import type { Language } from '#contract/languages.ts'
import { dateFormatter } from './days.ts'
import { fitsFrom } from './slider/fits-from.ts'
import { ratingFormatter } from './ratings.ts'
import type { ReviewView } from './review-view.ts'
import { reviewerInitials } from './reviewer-initials.ts'

/** The reviews that the owner entered, in the owner's order. */
export function cardReviews(card: Pick<Card, 'showCustomReviews' | 'reviews'>, language: Language): ReviewView[] {
  if (!card.showCustomReviews) return []
  const rate = ratingFormatter(language)
  const longDate = dateFormatter(language, 'whole')
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
      day: longDate(date),
      note: '',
      href: null,
      aspects: [],
      loan: null,
    }))
}
