import { z } from 'zod'
import type { AgentReview } from '#contract/cards/reviews.ts'
import type { Breaker } from '../breaker.ts'
import { createJsonClient } from '../json-client.ts'
import type { ReviewsSource } from '../reviews-source.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')
const number = z.coerce.number().min(0).max(5).catch(0)

const Reviewees = z.object({ value: z.array(z.object({ RevieweeKey: z.coerce.string(), RevieweeProfileURL: text })) })
const Review = z.object({
  Description: text,
  ReviewDate: text,
  Rating: number,
  ReviewerFullName: text,
  ReviewerScreenName: text,
  ServiceProviderDesc: text,
  ServiceYear: z.coerce.string().nullish(),
})
const Reviews = z.object({ value: z.array(z.unknown()) })

const reviewsMax = 10

/** Agents’ reviews from the Bridge API: finds the person by name, then their reviews. */
export function bridgeReviews(baseUrl: string, token: string, breaker?: Breaker): Pick<ReviewsSource, 'agent' | 'agentByBusiness'> {
  const provider = createJsonClient(baseUrl, { breaker })
  const query = (path: string, query: Record<string, string>) => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/OData/reviews/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return provider(url, { headers: { authorization: `Bearer ${token}` } })
  }

  async function findReviews(field: string, name: string): ReturnType<ReviewsSource['agent']> {
    const people = await query('Reviewees', { $filter: `${field} eq ${quoted(name)}`, $top: '1' })
    if (!people.ok) return { kind: 'failed', reason: people.reason }
    const known = Reviewees.safeParse(people.body)
    if (!known.success) return { kind: 'failed', reason: 'malformed' }
    const [person] = known.data.value
    if (!person) return { kind: 'not-found' }

    const written = await query('Reviews', {
      $filter: `RevieweeKey eq ${quoted(person.RevieweeKey)}`,
      $orderby: 'ReviewDate desc',
      $top: String(reviewsMax),
    })
    if (!written.ok) return { kind: 'failed', reason: written.reason }
    const all = Reviews.safeParse(written.body)
    if (!all.success) return { kind: 'failed', reason: 'malformed' }
    const profileURL = person.RevieweeProfileURL
    const reviews = all.data.value.slice(0, reviewsMax).flatMap((raw) => toReview(raw, profileURL))
    return { kind: 'found', reviews: { profile: { profileURL }, reviews } }
  }

  return {
    agent: (screenName) => findReviews('RevieweeScreenName', screenName),
    agentByBusiness: (businessName) => findReviews('RevieweeFullName', businessName),
  }
}

/** Skips malformed reviews. Never returns the client’s location. */
function toReview(raw: unknown, profileURL: string): AgentReview[] {
  const parsed = Review.safeParse(raw)
  if (!parsed.success) return []
  const { Description, ReviewDate, Rating, ReviewerFullName, ReviewerScreenName, ServiceProviderDesc, ServiceYear } = parsed.data
  return [
    {
      reviewURL: profileURL ? `${profileURL}#reviews` : '',
      rating: Rating,
      ratingText: '',
      reviewDate: ReviewDate,
      reviewer: ReviewerFullName || ReviewerScreenName || 'Zillow reviewer',
      reviewerLink: '',
      reviewSummary: [ServiceProviderDesc, ServiceYear].filter(Boolean).join(', '),
      description: Description,
      localknowledgeRating: null,
      processexpertiseRating: null,
      responsivenessRating: null,
      negotiationskillsRating: null,
    },
  ]
}

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`
