import { z } from 'zod'
import { Alias } from './cards.ts'
import { satisfactions, servicesProvided, loanPurposes, loanPrograms, reviewDetails } from './drawing.ts'
import { endpoint } from '../endpoint.ts'

const known = (words: readonly string[]) => `${words.join(', ')} have labels`
const rating = z.number().min(0).max(5)

/** A review of an agent, in the provider's format. */
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

/** A provider's enum value. Pages show values without a label readably. */
const word = z.string().max(60)

/** A review of a lender. Questions the reviewer wasn't asked are null. */
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

/** `not-found`: the provider knows no such name. `not-configured`: no provider is set up. `failed`: it didn't respond. */
export const ReviewsChecked = z.union([
  z.object({ kind: z.literal('found'), count: z.number().int(), profileUrl: z.string() }),
  z.object({ kind: z.enum(['not-found', 'not-configured', 'failed']) }),
])
export type ReviewsChecked = z.output<typeof ReviewsChecked>

export const reviews = {
  'reviews.lender': endpoint('reviews.lender', {
    summary: 'Returns a lender’s newest stored reviews.',
    access: 'anyone',
    params: z.object({ nmlsId }),
    output: LenderReviews,
    problems: ['not-found'],
  }),
  'reviews.agent': endpoint('reviews.agent', {
    summary: 'Returns an agent’s reviews by screen name. The id is ignored: API keys stay on the server.',
    access: 'anyone',
    params: z.object({ screenName: name, id: name }),
    output: AgentReviews,
    problems: ['not-found'],
  }),
  'reviews.agentFallback': endpoint('reviews.agentFallback', {
    summary: 'Returns an agent’s reviews by business name, for unknown screen names.',
    access: 'anyone',
    params: z.object({ screenName: name, businessName: name, id: name }),
    output: AgentReviews,
    problems: ['not-found'],
  }),
  'reviews.check': endpoint('reviews.check', {
    summary: 'Looks up a name at the provider before an owner adds it to the card. Nothing is stored.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 600 },
    input: z.union([
      z.object({ alias: Alias, style: z.literal('agent'), reviewedAs: name }),
      z.object({ alias: Alias, style: z.literal('lender'), reviewedAs: nmlsId }),
    ]),
    output: ReviewsChecked,
    problems: ['not-logged-in', 'card-not-found', 'input-invalid', 'csrf-header-missing'],
  }),
}
