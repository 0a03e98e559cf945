import type { Opened } from '#server/integrations/link-opener.ts'
import type { LinkFailure } from '../tables.ts'

const hourMs = 3_600_000
/** Attempts within one night count once. */
const occasionMs = 20 * hourMs
const triesUntilBroken = 2

/** An attempt before this time was on another night. */
export const anotherNight = (now: Date) => new Date(now.getTime() - occasionMs)

export const isBroken = ({ tries }: Pick<LinkFailure, 'tries'>) => tries >= triesUntilBroken

/** Second labels below which countries register names, as in `co.uk`. */
const registryLabels = new Set(['ac', 'co', 'com', 'edu', 'gov', 'go', 'ne', 'net', 'or', 'org'])

/**
 * The registered domain of a host: one owner can have any number of names below it. Approximate: a wrong guess only opens more or fewer
 * links in a round.
 */
export function domainOf(hostname: string): string {
  if (/[\d\]]$/.test(hostname)) return hostname
  const labels = hostname.replace(/\.$/, '').split('.')
  const isBelowRegistry = labels.at(-1)?.length === 2 && registryLabels.has(labels.at(-2) ?? '')
  return labels.slice(isBelowRegistry ? -3 : -2).join('.')
}

type Outcome =
  | { kind: 'unchanged' }
  | { kind: 'delete' }
  | { kind: 'save'; failure: Pick<LinkFailure, 'reason' | 'tries' | 'since' | 'triedAt'> }

/**
 * What to store after an attempt. `isOnline` is false if no host answered in this round: then DNS and certificate errors say more about
 * the server's own network than about the page.
 */
export function evaluateAttempt(
  opened: Opened,
  before: LinkFailure | undefined,
  { now, isOnline }: { now: Date; isOnline: boolean },
): Outcome {
  if (opened.state === 'opens') return before ? { kind: 'delete' } : { kind: 'unchanged' }
  if (before && before.triedAt > anotherNight(now)) return { kind: 'unchanged' }
  // Inconclusive: a link that failed before waits for another night, so that it doesn't block others.
  if (opened.state === 'unknown' || !isOnline)
    return before ? { kind: 'save', failure: { ...before, triedAt: now } } : { kind: 'unchanged' }
  const { reason } = opened
  if (!before) return { kind: 'save', failure: { reason, tries: 1, since: now, triedAt: now } }
  return { kind: 'save', failure: { reason, tries: before.tries + 1, since: before.since, triedAt: now } }
}
