import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { findReviewed } from '#server/cards/public/find-reviewed.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Found, ReviewsSource } from '#server/integrations/reviews-source.ts'
import { isDue, keptAfter } from './refresh-policy.ts'
import { findReviews, putReviews, type ReviewKey } from './review-store.ts'

export type ReviewNeeds = { db: Db; changes: Changes; clock: Clock; log: Log; reviewsSource: ReviewsSource }

const underWay = new Map<string, Promise<void>>()

/** Asks the provider, once for everybody who wants to know, and keeps what it says. Its failure costs nothing but age. */
export function updateReviews(needs: ReviewNeeds, key: ReviewKey): Promise<void> {
  const name = Object.values(key).join(' ')
  const asking = underWay.get(name) ?? ask(needs, key).finally(() => underWay.delete(name))
  underWay.set(name, asking)
  return asking
}

async function ask(needs: ReviewNeeds, key: ReviewKey) {
  const { db, changes, clock, log } = needs
  if (!isDue(await findReviews(db, key), clock.now())) return
  const found = await askProvider(needs, key)
  await changes.write(async (tx, tell) => {
    const before = await findReviews(tx, key)
    const kept = keptAfter(found, before, clock.now())
    await putReviews(tx, key, kept)
    if ('answer' in kept && JSON.stringify(kept.answer) !== JSON.stringify(before?.answer ?? null)) tell(`card:${key.subjectId}`)
  })
  if (found.kind === 'failed') log.warn('reviews-not-fetched', { source: key.source, reason: found.reason })
}

async function askProvider(needs: ReviewNeeds, { subjectId, source, key }: ReviewKey): Promise<Found<unknown>> {
  const { reviewsSource } = needs
  if (source === 'zillow-agent') return reviewsSource.agent(key)
  if (source === 'zillow-fallback') return reviewsSource.agentByBusiness(key)
  // The address of the call has no room for the company, which some lenders are only found by.
  const lender = await findReviewed(needs, key)
  return reviewsSource.lender(key, lender?.id === subjectId ? lender.companyName : '')
}
