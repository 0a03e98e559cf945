import type { ReviewRow } from './tables.ts'

const minuteMs = 60_000
export const freshMs = 6 * 60 * minuteMs
const afterFailureMs = 10 * minuteMs

/** Whether a provider is to be asked again: hours after an answer, be it that nobody is known; minutes after a failure. */
export function isDue(row: Pick<ReviewRow, 'triedAt' | 'failure'> | null, now: Date): boolean {
  if (!row) return true
  return now.getTime() - row.triedAt.getTime() >= (row.failure === null ? freshMs : afterFailureMs)
}
