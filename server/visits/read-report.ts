import type { Report, ReportRequest } from '#contract/visits.ts'
import type { z } from 'zod'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { dayIn, daysBetween, timeZoneOf } from '#server/common/calendar.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { countedEvent, dayOf, includedDays, isFree, type Days } from './report-policy.ts'
import { sumDays, type Sum } from './visit-store.ts'

export type ReportDeps = PlanReader & { reportDb: Db; settings: { productSlug: string } }

export const rangeDaysMax = 400

/**
 * A report on the caller's card in the format of the Google Analytics API. It reads counts per day and quarter hour, so its cost
 * doesn't depend on the number of events. Days are in the request's time zone.
 */
export async function readReport(deps: ReportDeps, caller: Caller, request: z.output<typeof ReportRequest>): Promise<Report> {
  const { reportDb, clock, settings } = deps
  const card = await readOwnCard(deps, caller, request.alias)
  const timeZone = timeZoneOf(request.timeZone)
  const today = dayIn(timeZone, clock.now())
  const names = request.Dimensions.map(({ Name }) => Name)
  const byDay = names.includes('date')
  const events = names.filter((name) => name !== 'date').map((name) => countedEvent(name, settings.productSlug))
  const [event] = events
  if (events.length !== 1 || !event) throw invalid('Dimensions', 'dimensionsInvalid')
  if (!card.isActive && !isFree(event, settings.productSlug)) throw problem('not-allowed', { detail: 'These counts are a PRO feature.' })

  const ranges = request.DateRanges.map((range, index) => daysOf(range, index, today))
  const sums = await Promise.all(
    ranges.map(async (range) => {
      const days = includedDays(range, card.isActive, today)
      return days ? sumDays(reportDb, card.subject.id, { ...event, ...days, byDay, timeZone }) : []
    }),
  )
  const headers = [...names, ...(ranges.length > 1 ? ['dateRange'] : [])]
  const rows = sums.flatMap((found, index) => found.map((sum) => rowOf(sum, names, ranges.length > 1 ? `date_range_${index}` : null)))
  return {
    dimensionHeaders: headers.map((name) => ({ name })),
    metricHeaders: [{ name: 'eventCount', type: 'TYPE_INTEGER' }],
    // Google omits them if there are none, and clients expect that.
    ...(rows.length > 0 ? { rows, rowCount: rows.length } : {}),
    metadata: { timeZone },
    kind: 'analyticsData#runReport',
  }
}

function rowOf({ day, value, count }: Sum, names: readonly string[], range: string | null) {
  const values = names.map((name) => (name === 'date' ? (day ?? '').replaceAll('-', '') : value))
  return {
    dimensionValues: [...values, ...(range ? [range] : [])].map((each) => ({ value: each })),
    metricValues: [{ value: String(count) }],
  }
}

function daysOf({ StartDate, EndDate }: { StartDate: string; EndDate: string }, index: number, today: string): Days {
  const [from, to] = [dayOf(StartDate, today), dayOf(EndDate, today)]
  if (!from || !to || to < from) throw invalid(`DateRanges.${index}`, 'rangeEmpty')
  if (daysBetween(from, to) > rangeDaysMax) throw invalid(`DateRanges.${index}`, 'rangeTooLong', { limit: rangeDaysMax })
  return { from, to }
}

const invalid = (...issue: Parameters<typeof fieldIssue>) => problem('input-invalid', { issues: [fieldIssue(...issue)] })
