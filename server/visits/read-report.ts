import type { Report, ReportRequest } from '#contract/visits.ts'
import type { z } from 'zod'
import { dayIn, daysBetween, timeZoneOf } from '#server/calendar.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { counted, dayOf, isOpenWithoutPro, openDays, type Days } from './report-policy.ts'
import { sumDays, type Sum } from './visit-store.ts'

type Needs = { db: Db; reportDb: Db; clock: Clock; settings: { productSlug: string } }

const rangeDaysMax = 400

/**
 * A report in the shape Google's would have, of one's own card alone. It reads counts by day and quarter of an hour, so ten
 * million events cost it no more than ten thousand. Days are those of the request's time zone.
 */
export async function readReport(needs: Needs, caller: Caller, request: z.output<typeof ReportRequest>): Promise<Report> {
  const { reportDb, clock, settings } = needs
  const card = await readOwnCard(needs, caller, request.alias)
  const timeZone = timeZoneOf(request.timeZone)
  const today = dayIn(timeZone, clock.now())
  const names = request.Dimensions.map(({ Name }) => Name)
  const byDay = names.includes('date')
  const parameters = names.filter((name) => name !== 'date').map((name) => counted(name, settings.productSlug))
  const [asked] = parameters
  if (parameters.length !== 1 || !asked) throw refused('Dimensions', 'Ask for one of the parameters that events are counted by.')
  if (!card.isActive && !isOpenWithoutPro(asked, settings.productSlug))
    throw problem('not-allowed', { detail: 'These counts come with PRO.' })

  const ranges = request.DateRanges.map((range, place) => daysOf(range, place, today))
  const sums = await Promise.all(
    ranges.map((range) => {
      const open = openDays(range, card.isActive, today)
      return open ? sumDays(reportDb, card.subject.id, { ...asked, ...open, byDay, timeZone }) : []
    }),
  )
  const headers = [...names, ...(ranges.length > 1 ? ['dateRange'] : [])]
  const rows = sums.flatMap((found, place) => found.map((sum) => rowOf(sum, names, ranges.length > 1 ? `date_range_${place}` : null)))
  return {
    dimensionHeaders: headers.map((name) => ({ name })),
    metricHeaders: [{ name: 'eventCount', type: 'TYPE_INTEGER' }],
    // Google leaves them out when there are none, and clients are written for that.
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

function daysOf({ StartDate, EndDate }: { StartDate: string; EndDate: string }, place: number, today: string): Days {
  const [from, to] = [dayOf(StartDate, today), dayOf(EndDate, today)]
  if (!from || !to || to < from) throw refused(`DateRanges.${place}`, 'This range has no days in it.')
  if (daysBetween(from, to) > rangeDaysMax) throw refused(`DateRanges.${place}`, `At most ${rangeDaysMax} days at once.`)
  return { from, to }
}

const refused = (path: string, message: string) => problem('input-invalid', { faults: [{ path, message }] })
