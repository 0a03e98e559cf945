import { z } from 'zod'
import { beginningOf } from '#common/text/beginning-of.ts'
import { satisfactions } from '#contract/cards/drawing.ts'
import type { LenderReview } from '#contract/cards/reviews.ts'
import type { Breaker } from '../breaker.ts'
import { createJsonClient } from '../json-client.ts'
import type { ReviewsSource } from '../reviews-source.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')
const word = z
  .string()
  .max(60)
  .nullish()
  .catch(null)
  .transform((value) => value || null)
const satisfaction = z
  .enum(satisfactions)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)

const Review = z.object({
  created: text,
  rating: z.coerce.number().min(0).max(5),
  title: text,
  content: text,
  reviewerName: z.object({ displayName: text }).nullish(),
  serviceProvided: word,
  loanPurpose: word,
  loanProgram: word,
  loanType: word,
  closeDateSatisfaction: satisfaction,
  interestRateSatisfaction: satisfaction,
  closingCostsSatisfaction: satisfaction,
  details: z.array(z.string().max(60)).nullish().catch([]),
})
const Answer = z.object({ error: z.string().nullish(), profileURL: text, reviews: z.array(z.unknown()).nullish() })

const reviewsMax = 10
const companyNameMax = 150

/** Lenders’ reviews from the mortgage API. It reports errors in the body, whatever the status. */
export function lenderReviews(baseUrl: string, partnerId: string, breaker?: Breaker): ReviewsSource['lender'] {
  const send = createJsonClient(baseUrl, { breaker })
  return async (nmlsId, companyName) => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/zillowLenderReviews`)
    const company = beginningOf(companyName, companyNameMax)
    const query = { partnerId, nmlsId, reviewLimit: String(reviewsMax), ...(company ? { companyName: company } : {}) }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)

    const answer = await send(url)
    if (!answer.ok) return { kind: 'failed', reason: answer.reason }
    const parsed = Answer.safeParse(answer.body)
    if (!parsed.success) return { kind: 'failed', reason: 'malformed' }
    const { error, profileURL, reviews } = parsed.data
    if (error) return error === 'UnknownLender' ? { kind: 'not-found' } : { kind: 'failed', reason: error.slice(0, 60) }
    return { kind: 'found', reviews: { profileURL, reviews: (reviews ?? []).slice(0, reviewsMax).flatMap(toReview) } }
  }
}

/** Skips malformed reviews. */
function toReview(raw: unknown): LenderReview[] {
  const parsed = Review.safeParse(raw)
  if (!parsed.success) return []
  const { reviewerName, details, ...rest } = parsed.data
  return [{ ...rest, reviewerName: { displayName: reviewerName?.displayName || 'Zillow reviewer' }, details: details ?? [] }]
}
