import type { CustomReview } from '#contract/cards/cards.ts'

/** In the order visitors see them. */
export const inOrder = (reviews: readonly CustomReview[]): CustomReview[] => reviews.toSorted((a, b) => a.weight - b.weight)

export const placed = (reviews: readonly CustomReview[]): CustomReview[] =>
  reviews.map((review, place) => ({ ...review, weight: (place + 1) * 10 }))

/** A new review goes first. */
export function withNew(reviews: readonly CustomReview[]): { reviews: CustomReview[]; key: string } {
  const numbers = reviews.map(({ key }) => Number(/^review-(\d+)$/.exec(key)?.[1] ?? 0))
  const key = `review-${Math.max(0, ...numbers) + 1}`
  const fresh: CustomReview = { key, source: '', stars: 5, date: '', title: '', review: '', reviewer: '', show: true, weight: 0 }
  return { reviews: placed([fresh, ...inOrder(reviews)]), key }
}

/** The date for a date field; empty if the text is not a date. */
export function dayOf(written: string): string {
  const text = written.trim()
  const yearFirst = /^(\d{4}-\d{2}-\d{2})(?:$|T| )/.exec(text)?.[1]
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const iso = yearFirst ?? (year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '')
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(iso) ? '' : iso
}
