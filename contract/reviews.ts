import { z } from 'zod'
import { satisfactions, servicesProvided, loanPurposes, loanPrograms, reviewDetails } from './constants.ts'
import { endpoint } from './endpoint.ts'

const rating = z.number().min(0).max(5)

/** A review of an agent as the provider words it. */
export const AgentReview = z.object({
  reviewURL: z.string(),
  rating,
  ratingText: z.string(),
  reviewDate: z.string(),
  reviewer: z.string(),
  reviewerLink: z.string(),
  reviewSummary: z.string(),
  description: z.string(),
  localknowledgeRating: rating.nullable(),
  processexpertiseRating: rating.nullable(),
  responsivenessRating: rating.nullable(),
  negotiationskillsRating: rating.nullable(),
})
export type AgentReview = z.output<typeof AgentReview>

export const LenderReview = z.object({
  created: z.string(),
  rating,
  title: z.string(),
  content: z.string(),
  reviewerName: z.object({ displayName: z.string() }),
  serviceProvided: z.enum(servicesProvided),
  loanPurpose: z.enum(loanPurposes).nullable(),
  closeDateSatisfaction: z.enum(satisfactions).nullable(),
  interestRateSatisfaction: z.enum(satisfactions).nullable(),
  closingCostsSatisfaction: z.enum(satisfactions).nullable(),
  loanProgram: z.enum(loanPrograms).nullable(),
  loanType: z.string().nullable(),
  details: z.array(z.enum(reviewDetails)),
})
export type LenderReview = z.output<typeof LenderReview>

export const AgentReviews = z.object({ profile: z.object({ profileURL: z.string() }), reviews: z.array(AgentReview) })
export const LenderReviews = z.object({ profileURL: z.string(), reviews: z.array(LenderReview) })

const name = z.string().min(1).max(120)

export const reviews = {
  'reviews.lender': endpoint('reviews.lender', {
    summary: 'A lender’s reviews, the newest we have.',
    access: 'anyone',
    params: z.object({ nmlsId: z.string().regex(/^\d{1,12}$/) }),
    output: LenderReviews,
    problems: ['not-found'],
  }),
  'reviews.agent': endpoint('reviews.agent', {
    summary: 'An agent’s reviews by screen name; the id is taken and ignored, keys stay on the server.',
    access: 'anyone',
    params: z.object({ screenName: name, id: name }),
    output: AgentReviews,
    problems: ['not-found'],
  }),
  'reviews.agentFallback': endpoint('reviews.agentFallback', {
    summary: 'The same by business name, where the screen name finds nobody.',
    access: 'anyone',
    params: z.object({ screenName: name, businessName: name, id: name }),
    output: AgentReviews,
    problems: ['not-found'],
  }),
}
