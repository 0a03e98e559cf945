import type { satisfactions } from '#contract/cards/drawing.ts'
import type { Day } from './days.ts'

export type Rating = { stars: number; text: string }
export type Aspect = 'localKnowledge' | 'processExpertise' | 'responsiveness' | 'negotiationSkills'
export type Satisfaction = (typeof satisfactions)[number]
export type LoanView = {
  status: string
  type: string
  satisfied: { with: 'closeDate' | 'interestRate' | 'closingCosts'; is: Satisfaction }[]
  tags: string[]
}

/** One review as a page shows it, whoever keeps it. Empty strings and nulls are left out. */
export type ReviewView = {
  id: string
  /** Null where nobody gave stars. */
  rating: Rating | null
  source: string
  isZillow: boolean
  title: string
  text: string
  /** Width in pixels from which on the text needs no cutting; null where it always does. */
  fitsFrom: number | null
  reviewer: string
  reviewerHref: string | null
  initials: string
  day: Day | null
  note: string
  href: string | null
  aspects: { name: Aspect; value: string }[]
  loan: LoanView | null
}
