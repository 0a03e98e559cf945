/** A table of events for a period: `from` inclusive, `to` exclusive. */
export type Partition = { name: string; from: Date; to: Date }
export type KnownPartition = Partition & { rows: number }

const dayMs = 86_400_000
/** Above this, the index of a month no longer fits in memory, and inserts wait for the disk: then each day gets a partition. */
export const busyDayRows = 1_000_000

/** Partitions for this month and the next two: by month, or by day once days are busy. */
export function partitionsAhead(now: Date, known: readonly KnownPartition[]): Partition[] {
  const isBusy = known.some(({ from, to, rows }) => from <= now && rows / daysBetween(from, to < now ? to : now) > busyDayRows)
  return [0, 1, 2].flatMap((ahead) => {
    const from = monthOf(now, ahead)
    const to = monthOf(now, ahead + 1)
    // The current month is not split.
    if (!isBusy || ahead === 0) return [partitionOf('month', from, to)]
    return Array.from({ length: daysBetween(from, to) }, (_, day) => partitionOf('day', daysAfter(from, day), daysAfter(from, day + 1)))
  })
}

/** Which partitions to create, and which empty wider ones to drop before. */
export function changesOf(
  wanted: readonly Partition[],
  known: readonly KnownPartition[],
): { created: Partition[]; dropped: KnownPartition[] } {
  const overlaps = (one: Partition, other: Partition) => one.from < other.to && other.from < one.to
  const dropped = known.filter((part) => part.rows === 0 && wanted.some((each) => overlaps(each, part) && isWider(part, each)))
  const remaining = known.filter((part) => !dropped.includes(part))
  return { created: wanted.filter((each) => !remaining.some((part) => overlaps(each, part))), dropped }
}

/** The start of a month, `ahead` months from now. */
export const monthOf = (now: Date, ahead: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))

/** The same day `months` months ago, or the last day of that month if it has no such day. */
export function monthsBefore(now: Date, months: number): Date {
  const next = monthOf(now, 1 - months)
  const same = monthOf(now, -months).getTime() + (now.getTime() - monthOf(now, 0).getTime())
  return new Date(Math.min(same, next.getTime() - dayMs))
}

const daysBetween = (from: Date, to: Date) => Math.max(1, Math.round((to.getTime() - from.getTime()) / dayMs))
const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)
const isWider = (one: Partition, other: Partition) => one.to.getTime() - one.from.getTime() > other.to.getTime() - other.from.getTime()

function partitionOf(length: 'month' | 'day', from: Date, to: Date): Partition {
  const name = from
    .toISOString()
    .slice(0, length === 'month' ? 7 : 10)
    .replaceAll('-', '_')
  return { name: `visit_event_${name}`, from, to }
}
