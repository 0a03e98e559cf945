import { z } from 'zod'
import { Alias } from './cards.ts'
import { satisfactions, servicesProvided, loanPurposes, loanPrograms, reviewDetails } from './drawing.ts'
import { endpoint } from '../endpoint.ts'

const known = (words: readonly string[]) => `${words.join(', ')} have labels`
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

/** Words of the provider's own, which has more of them than we have labels for: pages show an unknown one readably. */
const word = z.string().max(60)

/** A review of a lender. The provider leaves out what was not asked of the reviewer: null here. */
export const LenderReview = z.object({
  created: z.string(),
  rating,
  title: z.string(),
  content: z.string(),
  reviewerName: z.object({ displayName: z.string() }),
  serviceProvided: word.nullable().describe(known(servicesProvided)),
  loanPurpose: word.nullable().describe(known(loanPurposes)),
  closeDateSatisfaction: z.enum(satisfactions).nullable(),
  interestRateSatisfaction: z.enum(satisfactions).nullable(),
  closingCostsSatisfaction: z.enum(satisfactions).nullable(),
  loanProgram: word.nullable().describe(known(loanPrograms)),
  loanType: z.string().nullable(),
  details: z.array(word).describe(known(reviewDetails)),
})
export type LenderReview = z.output<typeof LenderReview>

export const AgentReviews = z.object({ profile: z.object({ profileURL: z.string() }), reviews: z.array(AgentReview) })
export const LenderReviews = z.object({ profileURL: z.string(), reviews: z.array(LenderReview) })

const name = z.string().min(1).max(120)
const nmlsId = z.string().regex(/^\d{1,12}$/)

/** `nobody`: it knows nobody by that name. `none`: no provider is set up here. `failed`: it did not answer. */
export const ReviewsChecked = z.union([
  z.object({ kind: z.literal('found'), count: z.number().int(), profileUrl: z.string() }),
  z.object({ kind: z.enum(['nobody', 'none', 'failed']) }),
])
export type ReviewsChecked = z.output<typeof ReviewsChecked>

export const reviews = {
  'reviews.lender': endpoint('reviews.lender', {
    summary: 'A lender’s reviews, the newest we have.',
    access: 'anyone',
    params: z.object({ nmlsId }),
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
  'reviews.check': endpoint('reviews.check', {
    summary: 'Asks the provider now, for an owner who is about to write that name into their card. Nothing is kept.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 600 },
    input: z.union([
      z.object({ alias: Alias, style: z.literal('agent'), reviewedAs: name }),
      z.object({ alias: Alias, style: z.literal('lender'), reviewedAs: nmlsId }),
    ]),
    output: ReviewsChecked,
    problems: ['not-signed-in', 'card-not-found', 'input-invalid', 'csrf-header-missing'],
  }),
}
