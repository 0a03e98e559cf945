/** A table of events for some days: from its first moment to the first one after it. */
export type Part = { name: string; from: Date; to: Date }
export type KnownPart = Part & { rows: number }

const dayMs = 86_400_000
/** Above this, the key of a month no longer stays in memory, and each event waits for the disk: then each day has its own. */
export const busyDayRows = 1_000_000

/** Tables for this month and the two to come, in whole months, or in days once a day is busy. */
export function partsAhead(now: Date, known: readonly KnownPart[]): Part[] {
  const isBusy = known.some(({ from, to, rows }) => from <= now && rows / daysBetween(from, to < now ? to : now) > busyDayRows)
  return [0, 1, 2].flatMap((ahead) => {
    const from = monthOf(now, ahead)
    const to = monthOf(now, ahead + 1)
    // A month that has begun is left as it is.
    if (!isBusy || ahead === 0) return [partOf('month', from, to)]
    return Array.from({ length: daysBetween(from, to) }, (_, day) => partOf('day', daysAfter(from, day), daysAfter(from, day + 1)))
  })
}

/** Which of these have to be made, and which empty ones make room for them. */
export function changesOf(wanted: readonly Part[], known: readonly KnownPart[]): { made: Part[]; dropped: KnownPart[] } {
  const meets = (one: Part, other: Part) => one.from < other.to && other.from < one.to
  const dropped = known.filter((part) => part.rows === 0 && wanted.some((each) => meets(each, part) && isWider(part, each)))
  const left = known.filter((part) => !dropped.includes(part))
  return { made: wanted.filter((each) => !left.some((part) => meets(each, part))), dropped }
}

/** The first moment of a month, counted from now. */
export const monthOf = (now: Date, ahead: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))

/** The same day so many months ago; where that month has no such day, its last one. */
export function monthsBefore(now: Date, months: number): Date {
  const next = monthOf(now, 1 - months)
  const same = monthOf(now, -months).getTime() + (now.getTime() - monthOf(now, 0).getTime())
  return new Date(Math.min(same, next.getTime() - dayMs))
}

const daysBetween = (from: Date, to: Date) => Math.max(1, Math.round((to.getTime() - from.getTime()) / dayMs))
const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)
const isWider = (one: Part, other: Part) => one.to.getTime() - one.from.getTime() > other.to.getTime() - other.from.getTime()

function partOf(length: 'month' | 'day', from: Date, to: Date): Part {
  const name = from
    .toISOString()
    .slice(0, length === 'month' ? 7 : 10)
    .replaceAll('-', '_')
  return { name: `visit_event_${name}`, from, to }
}
