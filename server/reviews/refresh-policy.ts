import type { Found, ReviewsSource } from '#server/integrations/reviews-source.ts'
import type { ReviewRow, ReviewsKept, ReviewSource } from './tables.ts'

const minuteMs = 60_000
export const freshMs = 6 * 60 * minuteMs
const afterFailureMs = 10 * minuteMs

/** Whether a provider is to be asked again: hours after an answer, be it that nobody is known; minutes after a failure. */
export function isDue(row: Pick<ReviewRow, 'triedAt' | 'failure'> | null, now: Date): boolean {
  if (!row) return true
  return now.getTime() - row.triedAt.getTime() >= (row.failure === null ? freshMs : afterFailureMs)
}

/** Whether there is anybody to ask. What is kept without them would never come back. */
export const canAsk = ({ isSet }: ReviewsSource, source: ReviewSource): boolean => (source === 'zillow-lender' ? isSet.lender : isSet.agent)

/** A provider may lose somebody for an hour. */
const unknownMs = 24 * 3_600_000

/** What is kept after an answer. A failure costs nothing but age; of whom the provider has not known for a day nothing is shown any more. */
export function keptAfter(found: Found<unknown>, before: Pick<ReviewRow, 'unknownSince' | 'fetchedAt'> | null, now: Date): ReviewsKept {
  if (found.kind === 'found') return { answer: found.reviews, fetchedAt: now, triedAt: now, failure: null, unknownSince: null }
  if (found.kind === 'failed') return { triedAt: now, failure: found.reason }
  if (found.kind === 'none') return { triedAt: now, failure: 'none' }
  // A release that does not know of this may have found them since.
  const isSince = before?.unknownSince && !(before.fetchedAt && before.fetchedAt > before.unknownSince)
  const unknownSince = (isSince && before.unknownSince) || now
  const isGone = now.getTime() - unknownSince.getTime() >= unknownMs
  return { triedAt: now, failure: null, unknownSince, ...(isGone ? { answer: null, fetchedAt: null } : {}) }
}
