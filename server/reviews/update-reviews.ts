import { z } from 'zod'
import { AgentReview, LenderReview } from '#contract/cards/reviews.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { writeEvents } from '#server/connections/write-event.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import { findReviewed } from '#server/cards/public/find-reviewed.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Found, ReviewsSource } from '#server/integrations/reviews-source.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { isDue, rowAfter } from './refresh-policy.ts'
import { findReviews, upsertReviews, type ReviewKey } from './review-store.ts'

export type ReviewDeps = PlanReader & {
  changes: Changes
  jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>
  log: Log
  reviewsSource: ReviewsSource
  /** How long the first request of a card's reviews waits for the provider. */
  firstWaitMs?: number | undefined
}

const inProgress = new Map<string, Promise<void>>()

/** Fetches reviews from the provider and stores them, once for concurrent callers. A failure keeps the cached ones. */
export function updateReviews(deps: ReviewDeps, key: ReviewKey): Promise<void> {
  const name = Object.values(key).join(' ')
  const fetching = inProgress.get(name) ?? fetchReviews(deps, key).finally(() => inProgress.delete(name))
  inProgress.set(name, fetching)
  return fetching
}

async function fetchReviews(deps: ReviewDeps, key: ReviewKey) {
  const { db, changes, clock, jobs, log } = deps
  if (!isDue(await findReviews(db, key), clock.now())) return
  const found = await callProvider(deps, key)
  await changes.write(async (tx, notify) => {
    const now = clock.now()
    const before = await findReviews(tx, key)
    const update = rowAfter(found, before, now)
    await upsertReviews(tx, key, update)
    if (!('answer' in update) || JSON.stringify(update.answer) === JSON.stringify(before?.answer ?? null)) return
    notify(`card:${key.subjectId}`)
    const events = newReviews(update.answer, before?.answer).map((review) => ({ type: 'review.received' as const, data: { review } }))
    await writeEvents(tx, jobs, { subjectId: key.subjectId, events, now })
  })
  if (found.kind === 'failed') log.warn('reviews-not-fetched', { source: key.source, reason: found.reason })
}

async function callProvider(deps: ReviewDeps, { subjectId, source, key }: ReviewKey): Promise<Found<unknown>> {
  const { reviewsSource } = deps
  if (source === 'zillow-agent') return reviewsSource.agent(key)
  if (source === 'zillow-fallback') return reviewsSource.agentByBusiness(key)
  // Some lenders are only found with their company, which the endpoint's address has no parameter for.
  const lender = await findReviewed(deps, key)
  return reviewsSource.lender(key, lender?.id === subjectId ? lender.companyName : '')
}

const reviewEventsMax = 10
const Answer = z.object({
  reviews: z.array(
    z.union([
      AgentReview.transform(({ reviewer, rating, reviewDate }) => ({ reviewer, rating, date: reviewDate })),
      LenderReview.transform(({ reviewerName, rating, created }) => ({ reviewer: reviewerName.displayName, rating, date: created })),
    ]),
  ),
})

/**
 * The reviews that the previous answer did not have; none without a previous answer, as those may be years old. A review older than
 * all of the previous ones isn't new: the provider lists a limited number, and one that was deleted makes room for it.
 */
function newReviews(answer: unknown, before: unknown) {
  const [current, previous] = [Answer.safeParse(answer), Answer.safeParse(before)]
  if (!current.success || !previous.success) return []
  const keyOf = ({ reviewer, date }: { reviewer: string; date: string }) => `${reviewer}\n${date}`
  const known = new Set(previous.data.reviews.map(keyOf))
  const oldest = previous.data.reviews.map(({ date }) => date).toSorted()[0] ?? ''
  return current.data.reviews
    .filter((review) => !known.has(keyOf(review)) && review.date >= oldest)
    .slice(0, reviewEventsMax)
    .map(({ reviewer, rating }) => ({ source: 'zillow', rating, reviewer }))
}
