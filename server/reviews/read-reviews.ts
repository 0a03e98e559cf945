import { setTimeout as wait } from 'node:timers/promises'
import { problem } from '#server/http/problems/problem.ts'
import { findReviewed } from '#server/cards/public/find-reviewed.ts'
import { isAway } from '#server/database/is-away.ts'
import { dueInMs, isDue, isProviderSet } from './refresh-policy.ts'
import { allowsFallback } from './is-displayed.ts'
import { findReviews, type ReviewKey } from './review-store.ts'
import type { ReviewRow, ReviewSource } from './tables.ts'
import { updateReviews, type ReviewDeps } from './update-reviews.ts'

const defaultFirstWaitMs = 800
/** How long an answer that is being refreshed stays in the cache. */
const refreshingMs = 60_000

export type ReviewRequest = { source: ReviewSource; reviewedAs: string; business?: string }

/** The stored reviews of a card, or null, and how long they need no refresh. Refreshes them in the background if they are due. */
export async function readReviews(
  deps: ReviewDeps,
  { source, reviewedAs, business: requestedBusiness }: ReviewRequest,
): Promise<{ subjectId: string; answer: unknown; forMs: number }> {
  const { db, clock, firstWaitMs = defaultFirstWaitMs } = deps
  const subject = await findReviewed(deps, reviewedAs)
  // If the card hides its company name, clients send the screen name instead; it is replaced here.
  const business = requestedBusiness === reviewedAs ? subject?.companyName : requestedBusiness
  if (!subject || (business !== undefined && !allowsFallback(subject, business))) throw problem('not-found')
  const key: ReviewKey = { subjectId: subject.id, source, key: business ?? reviewedAs }
  const cached = await findReviews(db, key)
  const isSet = isProviderSet(deps.reviewsSource, source)
  const present = (row: ReviewRow | null) => ({
    subjectId: subject.id,
    answer: row?.answer ?? null,
    forMs: isSet ? Math.max(refreshingMs, dueInMs(row, clock.now())) : Infinity,
  })
  if (!isSet || !isDue(cached, clock.now())) return present(cached)
  if (cached) {
    // Not awaited: cached reviews are returned even if the refresh can't be enqueued.
    deps.jobs
      .enqueue(deps.db, 'reviews.refresh', key, { key: Object.values(key).join(' ') })
      .catch((error: unknown) => deps.log[isAway(error) ? 'warn' : 'error']('reviews-not-enqueued', { error }))
    return present(cached)
  }
  const fetching = updateReviews(deps, key).catch((error: unknown) =>
    deps.log[isAway(error) ? 'warn' : 'error']('reviews-not-saved', { error }),
  )
  await Promise.race([fetching, wait(firstWaitMs, undefined, { ref: false })])
  return present(await findReviews(db, key))
}
