import type { z } from 'zod'
import type { ReportRequest } from '#contract/visits.ts'

export type Days = 7 | 30
type Request = z.input<typeof ReportRequest>

/** The last days including today, and as many before them; ranges include both ends. */
export const rangesOf = (days: Days): Request['DateRanges'] => [
  { StartDate: `${days - 1}daysAgo`, EndDate: 'today' },
  { StartDate: `${2 * days - 1}daysAgo`, EndDate: `${days}daysAgo` },
]

/** The query for counts by dimension, in this period and the previous one. */
export function reportRequest({ alias, timeZone }: { alias: string; timeZone: string }, days: Days, ...names: string[]): Request {
  return { alias, timeZone, DateRanges: rangesOf(days), Dimensions: names.map((Name) => ({ Name })), Metrics: [{ Name: 'eventCount' }] }
}

/** The same two periods for contacts: `daysBack` is the older end. */
export const contactsOf = (days: Days) => ({
  now: { daysBack: days },
  before: { daysBack: 2 * days, daysBackEnd: days },
})

/** All days of both periods as a report names them, oldest first. */
export function daysOf(days: Days, today: string): { now: string[]; before: string[] } {
  const back = (count: number) => {
    const day = new Date(today)
    day.setUTCDate(day.getUTCDate() - count)
    return day.toISOString().slice(0, 10).replaceAll('-', '')
  }
  const list = (newest: number) => Array.from({ length: days }, (_, index) => back(newest + days - 1 - index))
  return { now: list(0), before: list(days) }
}

/** Seven days on every plan; 30 with PRO, where they are the default. */
export function requestedDays(requested: string | null, isOpen: boolean): Days {
  return isOpen && requested !== '7' ? 30 : 7
}
