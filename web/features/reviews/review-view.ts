import type { Day } from './days.ts'

export type Rating = { stars: number; text: string }
export type LoanView = {
  status: string
  type: string
  /** `rated` is from 1 to 3. */
  satisfied: { name: string; rated: number; label: string }[]
  tags: string[]
}

/** One review for display, from any source. Empty strings and nulls are left out. */
export type ReviewView = {
  id: string
  /** Null if there is no star rating. */
  rating: Rating | null
  source: string
  isZillow: boolean
  title: string
  text: string
  /** The width in pixels from which the text fits without clipping; null if it never does. */
  fitsFrom: number | null
  reviewer: string
  reviewerHref: string | null
  initials: string
  day: Day | null
  note: string
  href: string | null
  aspects: { name: string; value: string }[]
  loan: LoanView | null
}
