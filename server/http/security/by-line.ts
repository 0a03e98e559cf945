import type { Limit } from '#contract/endpoint.ts'
import type { Limits } from '../limits/limits.ts'

/** A home or an office is given up to 65,536 lines of version 6 (a /48): all of them together get what ten would. */
export const siteFactor = 10
/** Of what all callers share, a mailbox or a card's hour, so little that a site leaves some even when its window ends within theirs. */
export const shareFactor = 1.5

export type Counted = { what: string; key: string; limit: Limit }

const usualFactor = ({ per }: Limit) => (per === 'email' ? shareFactor : siteFactor)

/** What somebody without a name is counted by: their line and, where they may have many, the site it belongs to. `target`: what they call about. */
export function countedByLine(what: string, visitor: string, limit: Limit, target = '', factor = usualFactor(limit)): Counted[] {
  const named = (who: string) => (target === '' ? who : `${who} ${target}`)
  const line = { what, key: named(visitor), limit }
  const site = siteOf(visitor)
  if (site === null) return [line]
  return [line, { what: `${what} /48`, key: named(site), limit: { ...limit, count: Math.ceil(limit.count * factor) } }]
}

function siteOf(visitor: string): string | null {
  const groups = visitor.split(':')
  return groups.length === 4 ? groups.slice(0, 3).join(':') : null
}

/** Seconds until they may again; 0 when they may, which counts. */
export async function takeByLine(limits: Limits, ...counted: Parameters<typeof countedByLine>): Promise<number> {
  for (const { what, key, limit } of countedByLine(...counted)) {
    const retryAfterSeconds = await limits.take(what, key, limit)
    if (retryAfterSeconds > 0) return retryAfterSeconds
  }
  return 0
}
