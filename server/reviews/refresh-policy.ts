import type { Found, ReviewsSource } from '#server/integrations/reviews-source.ts'
import type { ReviewRow, ReviewUpdate, ReviewSource } from './tables.ts'

const minuteMs = 60_000
export const freshMs = 6 * 60 * minuteMs
const afterFailureMs = 10 * minuteMs

type Tried = Pick<ReviewRow, 'triedAt' | 'failure'> | null

/** Hours after a response, also one that found nothing, and minutes after a failure; 0 if that has passed. */
export function dueInMs(row: Tried, now: Date): number {
  if (!row) return 0
  return Math.max(0, row.triedAt.getTime() + (row.failure === null ? freshMs : afterFailureMs) - now.getTime())
}

export const isDue = (row: Tried, now: Date): boolean => dueInMs(row, now) === 0

/** True if a provider is configured. Without one, deleted reviews could not be fetched again. */
export const isProviderSet = ({ isSet }: ReviewsSource, source: ReviewSource): boolean =>
  source === 'zillow-lender' ? isSet.lender : isSet.agent

/** Providers may temporarily not find a known name. */
const unknownMs = 24 * 3_600_000

/** What to store after a fetch. A failure keeps the cached reviews; a name unknown to the provider for a day loses them. */
export function rowAfter(found: Found<unknown>, before: Pick<ReviewRow, 'unknownSince' | 'fetchedAt'> | null, now: Date): ReviewUpdate {
  if (found.kind === 'found') return { answer: found.reviews, fetchedAt: now, triedAt: now, failure: null, unknownSince: null }
  if (found.kind === 'failed') return { triedAt: now, failure: found.reason }
  if (found.kind === 'not-configured') return { triedAt: now, failure: 'none' }
  // A server of an earlier release, which doesn't reset `unknownSince`, may have found them since.
  const wasUnknown = before?.unknownSince && !(before.fetchedAt && before.fetchedAt > before.unknownSince)
  const unknownSince = (wasUnknown && before.unknownSince) || now
  const isGone = now.getTime() - unknownSince.getTime() >= unknownMs
  return { triedAt: now, failure: null, unknownSince, ...(isGone ? { answer: null, fetchedAt: null } : {}) }
}
