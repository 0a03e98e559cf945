import { setTimeout as wait } from 'node:timers/promises'
import { problem } from '#server/http/problems/problem.ts'
import { findReviewed } from '#server/cards/public/find-reviewed.ts'
import { isAway } from '#server/database/is-away.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { canAsk, isDue } from './refresh-policy.ts'
import { mayFallBack } from './is-shown.ts'
import { findReviews, type ReviewKey } from './review-store.ts'
import type { ReviewSource } from './tables.ts'
import { updateReviews, type ReviewNeeds } from './update-reviews.ts'

/** A person who looks at a card waits this long for reviews nobody has asked for before, and then does without. */
const firstWaitMs = 800

export type Asked = { source: ReviewSource; reviewedAs: string; business?: string }

/** The newest reviews we have of a card, or null; the provider is asked beside the answer, never in its way. */
export async function readReviews(
  needs: ReviewNeeds & { jobs: Jobs },
  { source, reviewedAs, business: named }: Asked,
): Promise<{ subjectId: string; answer: unknown }> {
  const { db, clock } = needs
  const subject = await findReviewed(needs, reviewedAs)
  // Clients know a card that hides its company's name by its screen name only; the company's name is filled in here.
  const business = named === reviewedAs ? subject?.companyName : named
  if (!subject || (business !== undefined && !mayFallBack(subject, business))) throw problem('not-found')
  const key: ReviewKey = { subjectId: subject.id, source, key: business ?? reviewedAs }
  const kept = await findReviews(db, key)
  if (!canAsk(needs.reviewsSource, source) || !isDue(kept, clock.now())) return { subjectId: subject.id, answer: kept?.answer ?? null }
  if (kept) {
    // Beside the answer: what we have is given even where nothing can be asked for.
    needs.jobs
      .enqueue(needs.db, 'reviews.refresh', key, { key: Object.values(key).join(' ') })
      .catch((error: unknown) => needs.log[isAway(error) ? 'warn' : 'error']('reviews-not-asked-for', { error }))
    return { subjectId: subject.id, answer: kept.answer }
  }
  const asking = updateReviews(needs, key).catch((error: unknown) =>
    needs.log[isAway(error) ? 'warn' : 'error']('reviews-not-kept', { error }),
  )
  await Promise.race([asking, wait(firstWaitMs, undefined, { ref: false })])
  return { subjectId: subject.id, answer: (await findReviews(db, key))?.answer ?? null }
}
