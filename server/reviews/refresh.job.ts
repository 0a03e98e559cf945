import type { Job } from '#server/jobs/job.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { canAsk, freshMs } from './refresh-policy.ts'
import { isShown } from './is-shown.ts'
import { listTriedBefore, removeReviews, type ReviewKey } from './review-store.ts'
import { reviewSources } from './tables.ts'
import { updateReviews, type ReviewNeeds } from './update-reviews.ts'

const atOnceMax = 200

export function refreshReviews(needs: ReviewNeeds): Job<'reviews.refresh'> {
  return {
    name: 'reviews.refresh',
    async run({ subjectId, source, key }) {
      const known = reviewSources.find((name) => name === source)
      if (known) await refresh(needs, { subjectId, source: known, key })
    },
  }
}

/** What the card does not show any more is let go, and nobody is asked. Shown again, the first look asks anew. */
async function refresh(needs: ReviewNeeds, row: ReviewKey): Promise<void> {
  const { changes, clock, reviewsSource } = needs
  if (!canAsk(reviewsSource, row.source)) return updateReviews(needs, row)
  const isStillShown = await changes.write(async (tx) => {
    const isIt = await isShown({ db: tx, clock }, row)
    if (!isIt) await removeReviews(tx, row)
    return isIt
  })
  if (isStillShown) await updateReviews(needs, row)
}

/** Every quarter of an hour, those asked for longest ago. */
export function refreshDueReviews(needs: ReviewNeeds & { jobs: () => Jobs }): Job<'reviews.refresh-due'> {
  return {
    name: 'reviews.refresh-due',
    every: '*/15 * * * *',
    async run() {
      const due = await listTriedBefore(needs.db, new Date(needs.clock.now().getTime() - freshMs), atOnceMax)
      for (const key of due) await needs.jobs().enqueue(needs.db, 'reviews.refresh', key, { key: Object.values(key).join(' ') })
    },
  }
}
