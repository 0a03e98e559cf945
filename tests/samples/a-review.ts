import type { ApplicationSettings, CustomReview } from '#contract/cards/cards.ts'
import type { AgentReview, LenderReview } from '#contract/cards/reviews.ts'

/** For tests: reviews of the three kinds, changed where a test needs it. */
export const aReview = (changes: Partial<CustomReview> = {}): CustomReview => ({
  key: 'solberg',
  source: 'Shared with me',
  stars: 5,
  date: '2025-05-21',
  title: 'She knew which windows stick',
  review: 'Maren walked us through the house as if she had lived there.',
  reviewer: 'Ingrid & Paul Solberg',
  show: true,
  weight: 10,
  ...changes,
})

export const anAgentReview = (changes: Partial<AgentReview> = {}): AgentReview => ({
  reviewURL: 'https://www.zillow.com/profile/maren#reviews',
  rating: 4,
  ratingText: 'Likely to recommend',
  reviewDate: '02/14/2025',
  reviewer: 'nadia.farrow',
  reviewerLink: 'https://www.zillow.com/people/nadia',
  reviewSummary: 'Bought a home in 2025',
  description: 'Straight answers, no pressure. Parking at showings was the only hiccup.',
  localknowledgeRating: 5,
  processexpertiseRating: 4.5,
  responsivenessRating: null,
  negotiationskillsRating: 4,
  ...changes,
})

export const aLenderReview = (changes: Partial<LenderReview> = {}): LenderReview => ({
  created: '2025-06-12T21:40:00Z',
  rating: 5,
  title: 'Closed on a Friday, as promised',
  content: 'I run a bakery, so my income is lumpy.',
  reviewerName: { displayName: 'Lucía Bellmont' },
  serviceProvided: 'LoanClosed',
  loanPurpose: 'Purchase',
  closeDateSatisfaction: 'ExceededExpectations',
  interestRateSatisfaction: 'MetExpectations',
  closingCostsSatisfaction: 'DidNotMeetExpectations',
  loanProgram: 'Fixed30Year',
  loanType: 'Conventional',
  details: ['SelfEmployed', 'FirstTimeBuyer'],
  ...changes,
})

type Service = keyof ApplicationSettings['services']

/** Links at these services and no others. */
export const linksAt =
  (links: Partial<Record<Service, string>> = {}) =>
  (service: Service) =>
    links[service] ?? null
