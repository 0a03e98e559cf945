import { retention } from '#contract/accounts/retention.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** An unused session ends after `idleMs`, any session after `maxAgeMs`. */
export const sessionLimits = { idleMs: retention.sessionIdleDays * dayMs, maxAgeMs: retention.sessionMaxDays * dayMs } as const

/** How often a session's token is rotated; the previous one stays valid for requests in progress. */
export const tokenRotation = { everyMs: hourMs, graceMs: 60_000 } as const

/** The last use of a session is written no more often than this. */
export const touchIntervalMs = 60_000

/** Sensitive actions require a login no older than this. */
export const recentLoginMs = 15 * 60_000

type Times = { lastUsedAt: Date; endsAt: Date }

export const isExpired = ({ lastUsedAt, endsAt }: Times, now: Date) =>
  endsAt <= now || now.getTime() - lastUsedAt.getTime() >= sessionLimits.idleMs

/** When it ends if it isn't used again. */
export const expiryOf = ({ lastUsedAt, endsAt }: Times) => new Date(Math.min(endsAt.getTime(), lastUsedAt.getTime() + sessionLimits.idleMs))

/** A login in the future was recorded before the clock was set back: its age is unknown, so it isn't recent. */
export function isRecentLogin(signedInAt: Date, now: Date): boolean {
  const agoMs = now.getTime() - signedInAt.getTime()
  return agoMs > -skewMs && agoMs < recentLoginMs
}

/** How much the clocks of servers may differ. */
const skewMs = 60_000
