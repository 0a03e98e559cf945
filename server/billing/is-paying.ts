import type { BillingOrder, Subscription } from './tables.ts'

const toldWithinMs = 24 * 3_600_000
/** The provider’s clock is not ours. */
const apartMs = 10 * 60_000

/** Paid on the provider’s page, and not told yet what became of it. */
export function isPaying(newest: BillingOrder | null, snapshots: readonly { beganAt: Date }[], now: Date): boolean {
  if (!newest || newest.state !== 'done' || newest.provider === 'embedded') return false
  const asked = newest.createdAt.getTime()
  return now.getTime() - asked < toldWithinMs && !snapshots.some(({ beganAt }) => beganAt.getTime() >= asked - apartMs)
}

/** A provider takes money for it, or will: a second subscription would be paid twice. Its clock may be ahead of what we were told. */
export function isAtProvider(row: Subscription | null): boolean {
  return row !== null && row.provider !== 'embedded' && ['trial', 'paid', 'dunning', 'unpaid'].includes(row.state)
}
