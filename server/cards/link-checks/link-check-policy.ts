import type { Opened } from '#server/integrations/link-opener.ts'
import type { LinkFailure } from '../tables.ts'

const hourMs = 3_600_000
/** Two tries within one night are one occasion. */
const occasionMs = 20 * hourMs
const triesUntilBroken = 2

/** Before this moment an attempt was on another night. */
export const anotherNight = (now: Date) => new Date(now.getTime() - occasionMs)

export const isBroken = ({ tries }: Pick<LinkFailure, 'tries'>) => tries >= triesUntilBroken

export type Outcome =
  | { kind: 'keep' }
  | { kind: 'forget' }
  | { kind: 'put'; failure: Pick<LinkFailure, 'reason' | 'tries' | 'since' | 'triedAt'> }

/**
 * What an attempt says about a link. `isOnline` is false if no host answered at all in this round: then a name that is not found, or
 * a certificate, says more about our own network than about the page.
 */
export function judgeAttempt(
  opened: Opened,
  before: LinkFailure | undefined,
  { now, isOnline }: { now: Date; isOnline: boolean },
): Outcome {
  if (opened.state === 'opens') return before ? { kind: 'forget' } : { kind: 'keep' }
  if (before && before.triedAt > anotherNight(now)) return { kind: 'keep' }
  // Nothing learned: a link that failed before waits for another night, so that it stands in no other's way.
  if (opened.state === 'unknown' || !isOnline) return before ? { kind: 'put', failure: { ...before, triedAt: now } } : { kind: 'keep' }
  const { reason } = opened
  if (!before) return { kind: 'put', failure: { reason, tries: 1, since: now, triedAt: now } }
  return { kind: 'put', failure: { reason, tries: before.tries + 1, since: before.since, triedAt: now } }
}
