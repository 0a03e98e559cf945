import type { Language } from '#contract/languages.ts'
import type { Rating } from './review-view.ts'

type WriteRating = (stars: number | null) => Rating | null

/** The provider has no zero-star rating: 0 means unrated. */
export function ratingFormatter(language: Language): WriteRating {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (stars) => (stars ? { stars: Math.round(stars * 10) / 10, text: format.format(stars) } : null)
}

/** The average of the visible reviews. */
export function averageOf(ratings: readonly (Rating | null)[]): { average: number; count: number } | null {
  const rated = ratings.flatMap((rating) => (rating ? [rating.stars] : []))
  if (rated.length === 0) return null
  return { average: rated.reduce((sum, stars) => sum + stars, 0) / rated.length, count: rated.length }
}
