import type { Language } from '#contract/languages.ts'
import type { Rating } from './review-view.ts'

export type WriteRating = (stars: number | null) => Rating | null

/** Nobody can give no star at all: a nought means that none were given. */
export function ratingWriter(language: Language): WriteRating {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (stars) => (stars ? { stars: Math.round(stars * 10) / 10, text: format.format(stars) } : null)
}

/** Only over what is shown. */
export function averageOf(ratings: readonly (Rating | null)[]): { average: number; count: number } | null {
  const given = ratings.flatMap((rating) => (rating ? [rating.stars] : []))
  if (given.length === 0) return null
  return { average: given.reduce((sum, stars) => sum + stars, 0) / given.length, count: given.length }
}
