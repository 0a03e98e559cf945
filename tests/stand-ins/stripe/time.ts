const dayMs = 86_400_000

/**
 * The account’s clock. With a start time it moves only by `advance`, and can serve as the app’s clock; without one it follows the
 * real clock.
 */
export type StripeTime = {
  now(): Date
  seconds(): number
  /** The signing time of events: the real time, however far the account’s clock was moved. */
  signedAt(): number
  moveTo(moment: number): void
}

export function stripeTime(startsAt?: Date): StripeTime {
  let fixedMs = startsAt?.getTime() ?? 0
  let offsetMs = 0
  const nowMs = () => (startsAt ? fixedMs : Date.now() + offsetMs)
  return {
    now: () => new Date(nowMs()),
    seconds: () => Math.floor(nowMs() / 1000),
    signedAt: () => Math.floor((startsAt ? fixedMs : Date.now()) / 1000),
    moveTo(moment) {
      const ms = moment * 1000
      if (startsAt) fixedMs = Math.max(fixedMs, ms)
      else offsetMs = Math.max(offsetMs, ms - Date.now())
    },
  }
}

export const addDays = (seconds: number, days: number) => Math.round(seconds + (days * dayMs) / 1000)

/** The same day of a later month, or its last day. */
export function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to.getTime() / 1000
}

/** The end of the period that starts at `start`, counted from the billing anchor. */
export function periodEnd(anchor: number, start: number): number {
  let months = 1
  while (addMonths(anchor, months) <= start) months += 1
  return addMonths(anchor, months)
}
