import type { Job } from '#server/jobs/job.ts'
import { isProviderSet, freshMs } from './refresh-policy.ts'
import { isDisplayed } from './is-displayed.ts'
import { listTriedBefore, removeReviews, type ReviewKey } from './review-store.ts'
import { reviewSources } from './tables.ts'
import { updateReviews, type ReviewDeps } from './update-reviews.ts'

const batchSize = 200

export function refreshReviews(deps: ReviewDeps): Job<'reviews.refresh'> {
  return {
    name: 'reviews.refresh',
    async run({ subjectId, source, key }) {
      const known = reviewSources.find((name) => name === source)
      if (known) await refresh(deps, { subjectId, source: known, key })
    },
  }
}

/** Refreshes reviews, or deletes those the card no longer displays; if it displays them again, the next request fetches them. */
async function refresh(deps: ReviewDeps, row: ReviewKey): Promise<void> {
  const { changes, reviewsSource } = deps
  if (!isProviderSet(reviewsSource, row.source)) return updateReviews(deps, row)
  const isStillDisplayed = await changes.write(async (tx) => {
    const isNeeded = await isDisplayed({ ...deps, db: tx }, row)
    if (!isNeeded) await removeReviews(tx, row)
    return isNeeded
  })
  if (isStillDisplayed) await updateReviews(deps, row)
}

/** Every 15 minutes, enqueues refreshes of the reviews fetched longest ago. */
export function refreshDueReviews(deps: ReviewDeps): Job<'reviews.refresh-due'> {
  return {
    name: 'reviews.refresh-due',
    every: '*/15 * * * *',
    async run() {
      const due = await listTriedBefore(deps.db, new Date(deps.clock.now().getTime() - freshMs), batchSize)
      for (const key of due) await deps.jobs.enqueue(deps.db, 'reviews.refresh', key, { key: Object.values(key).join(' ') })
    },
  }
}
