import { keeping } from '#contract/accounts/keeping.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A session that nobody used ends after the first, any session after the second. */
export const sessionLimits = { idleMs: keeping.sessionIdleDays * dayMs, wholeMs: keeping.sessionWholeDays * dayMs } as const

/** Its token is exchanged this often; the one before stays good for requests that were under way. */
export const exchange = { everyMs: hourMs, graceMs: 60_000 } as const

/** Seen again is written down no more often than this. */
export const seenEveryMs = 60_000

/** What changes how one signs in is done only this shortly after a sign-in. */
export const freshMs = 15 * 60_000

type Times = { seenAt: Date; endsAt: Date }

export const isOver = ({ seenAt, endsAt }: Times, now: Date) => endsAt <= now || now.getTime() - seenAt.getTime() >= sessionLimits.idleMs

/** When it ends if nobody uses it again. */
export const endOf = ({ seenAt, endsAt }: Times) => new Date(Math.min(endsAt.getTime(), seenAt.getTime() + sessionLimits.idleMs))

/** A sign-in that lies ahead was noted by a clock that has gone back since: how long ago it was, nobody knows. */
export function isFresh(signedInAt: Date, now: Date): boolean {
  const agoMs = now.getTime() - signedInAt.getTime()
  return agoMs > -skewMs && agoMs < freshMs
}

/** Servers' clocks may differ by so much. */
const skewMs = 60_000
