const dayMs = 86_400_000

/**
 * The account's clock. Begun at a given moment it stands still until it is moved, and may be given to what is tested as its
 * own; begun without one it goes along with the real one.
 */
export type StripeTime = {
  now(): Date
  seconds(): number
  /** The moment events are signed at: that of the world, however far the account has been moved ahead. */
  signedAt(): number
  moveTo(moment: number): void
}

export function stripeTime(startsAt?: Date): StripeTime {
  let standing = startsAt?.getTime() ?? 0
  let ahead = 0
  const nowMs = () => (startsAt ? standing : Date.now() + ahead)
  return {
    now: () => new Date(nowMs()),
    seconds: () => Math.floor(nowMs() / 1000),
    signedAt: () => Math.floor((startsAt ? standing : Date.now()) / 1000),
    moveTo(moment) {
      const ms = moment * 1000
      if (startsAt) standing = Math.max(standing, ms)
      else ahead = Math.max(ahead, ms - Date.now())
    },
  }
}

export const daysLater = (seconds: number, days: number) => Math.round(seconds + (days * dayMs) / 1000)

/** The same day of a later month, or its last where it has none such. */
export function monthsLater(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to.getTime() / 1000
}

/** The end of the period that begins at `start`, counted from where the months are counted. */
export function periodEnd(anchor: number, start: number): number {
  let months = 1
  while (monthsLater(anchor, months) <= start) months += 1
  return monthsLater(anchor, months)
}
