import type { Limit } from '#contract/endpoint.ts'
import type { Limits } from './limits.ts'

/** A home or an office has up to 65,536 IPv6 networks (a /48): together they get ten times the limit of one. */
export const siteFactor = 10
/** For limits that all callers share (a mailbox, a card's hour): so little that a site leaves some even if its window overlaps two of the shared ones. */
export const shareFactor = 1.5

type CountedLimit = { what: string; key: string; limit: Limit }

const usualFactor = ({ per }: Limit) => (per === 'email' ? shareFactor : siteFactor)

/** What a visitor is counted by: the client address and, for IPv6, the site it belongs to. `target`: what the call is about. */
export function countedPerAddress(what: string, visitor: string, limit: Limit, target = '', factor = usualFactor(limit)): CountedLimit[] {
  const named = (who: string) => (target === '' ? who : `${who} ${target}`)
  const address = { what, key: named(visitor), limit }
  const site = siteOf(visitor)
  if (site === null) return [address]
  return [address, { what: `${what} /48`, key: named(site), limit: { ...limit, count: Math.ceil(limit.count * factor) } }]
}

function siteOf(visitor: string): string | null {
  const groups = visitor.split(':')
  return groups.length === 4 ? groups.slice(0, 3).join(':') : null
}

/** Seconds until the next call is allowed; 0 if this one is, which counts it. */
export async function takePerAddress(limits: Limits, ...counted: Parameters<typeof countedPerAddress>): Promise<number> {
  for (const { what, key, limit } of countedPerAddress(...counted)) {
    const retryAfterSeconds = await limits.take(what, key, limit)
    if (retryAfterSeconds > 0) return retryAfterSeconds
  }
  return 0
}
