import { setTimeout as wait } from 'node:timers/promises'
import { problem } from '#server/http/problems/problem.ts'
import { findReviewed } from '#server/cards/public/find-reviewed.ts'
import { isAway } from '#server/database/is-away.ts'
import { isProviderSet, isDue } from './refresh-policy.ts'
import { allowsFallback } from './is-displayed.ts'
import { findReviews, type ReviewKey } from './review-store.ts'
import type { ReviewSource } from './tables.ts'
import { updateReviews, type ReviewDeps } from './update-reviews.ts'

const defaultFirstWaitMs = 800

export type ReviewRequest = { source: ReviewSource; reviewedAs: string; business?: string }

/** The cached reviews of a card, or null. Refreshes them in the background if they are due. */
export async function readReviews(
  deps: ReviewDeps,
  { source, reviewedAs, business: requestedBusiness }: ReviewRequest,
): Promise<{ subjectId: string; answer: unknown }> {
  const { db, clock, firstWaitMs = defaultFirstWaitMs } = deps
  const subject = await findReviewed(deps, reviewedAs)
  // If the card hides its company name, clients send the screen name instead; it is replaced here.
  const business = requestedBusiness === reviewedAs ? subject?.companyName : requestedBusiness
  if (!subject || (business !== undefined && !allowsFallback(subject, business))) throw problem('not-found')
  const key: ReviewKey = { subjectId: subject.id, source, key: business ?? reviewedAs }
  const cached = await findReviews(db, key)
  if (!isProviderSet(deps.reviewsSource, source) || !isDue(cached, clock.now()))
    return { subjectId: subject.id, answer: cached?.answer ?? null }
  if (cached) {
    // Not awaited: cached reviews are returned even if the refresh can't be enqueued.
    deps.jobs
      .enqueue(deps.db, 'reviews.refresh', key, { key: Object.values(key).join(' ') })
      .catch((error: unknown) => deps.log[isAway(error) ? 'warn' : 'error']('reviews-not-enqueued', { error }))
    return { subjectId: subject.id, answer: cached.answer }
  }
  const fetching = updateReviews(deps, key).catch((error: unknown) =>
    deps.log[isAway(error) ? 'warn' : 'error']('reviews-not-saved', { error }),
  )
  await Promise.race([fetching, wait(firstWaitMs, undefined, { ref: false })])
  return { subjectId: subject.id, answer: (await findReviews(db, key))?.answer ?? null }
}
