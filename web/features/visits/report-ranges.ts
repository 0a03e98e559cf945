import type { z } from 'zod'
import type { ReportRequest } from '#contract/visits.ts'

export type Days = 7 | 30
type Request = z.input<typeof ReportRequest>

/** The last days with today, and as many before them; both ends belong to a range. */
export const rangesOf = (days: Days): Request['DateRanges'] => [
  { StartDate: `${days - 1}daysAgo`, EndDate: 'today' },
  { StartDate: `${2 * days - 1}daysAgo`, EndDate: `${days}daysAgo` },
]

/** The question for counts by what is named, in this period and in the preceding one. */
export function reportRequest({ alias, timeZone }: { alias: string; timeZone: string }, days: Days, ...names: string[]): Request {
  return { alias, timeZone, DateRanges: rangesOf(days), Dimensions: names.map((Name) => ({ Name })), Metrics: [{ Name: 'eventCount' }] }
}

/** The same two periods for contacts: `daysBack` is the older end. */
export const contactsOf = (days: Days) => ({
  now: { daysBack: days },
  before: { daysBack: 2 * days, daysBackEnd: days },
})

/** Every day of both periods as a report names them, the oldest first. */
export function daysOf(days: Days, today: string): { now: string[]; before: string[] } {
  const back = (count: number) => {
    const day = new Date(today)
    day.setUTCDate(day.getUTCDate() - count)
    return day.toISOString().slice(0, 10).replaceAll('-', '')
  }
  const list = (newest: number) => Array.from({ length: days }, (_, index) => back(newest + days - 1 - index))
  return { now: list(0), before: list(days) }
}

/** Seven days are everybody's; more are shown with an open plan, where they are the usual. */
export function daysAsked(asked: string | null, isOpen: boolean): Days {
  return isOpen && asked !== '7' ? 30 : 7
}
