import type { AnswerOf, CallOf } from '#contract/endpoint.ts'
import { spellPath } from '#contract/product.ts'
import { analyticsKinds, type rest } from '#contract/rest.ts'
import { daysBetween } from '#server/common/calendar.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { rangeDaysMax, readReport, type ReportDeps } from '#server/visits/read-report.ts'

type Endpoint = (typeof rest)['v1.readAnalytics']

/** Counts by day, from the report that the analytics page reads. */
export async function readAnalytics(
  deps: ReportDeps,
  caller: Caller,
  { from, to, kind, timeZone }: CallOf<Endpoint>['query'],
): Promise<AnswerOf<Endpoint>> {
  if (to < from) throw problem('input-invalid', { issues: [fieldIssue('to', 'endBeforeStart')] })
  if (daysBetween(from, to) > rangeDaysMax)
    throw problem('input-invalid', { issues: [fieldIssue('to', 'rangeTooLong', { limit: rangeDaysMax })] })
  const name = `customEvent:${spellPath(analyticsKinds[kind], deps.settings.productSlug)}`
  const { rows = [], metadata } = await readReport(deps, caller, {
    timeZone,
    DateRanges: [{ StartDate: from, EndDate: to }],
    Dimensions: [{ Name: 'date' }, { Name: name }],
    Metrics: [{ Name: 'eventCount' }],
  })
  const data = rows.map(({ dimensionValues: [date, value], metricValues: [count] }) => ({
    day: (date?.value ?? '').replace(/^(....)(..)(..)$/, '$1-$2-$3'),
    value: value?.value ?? '',
    count: Number(count?.value),
  }))
  return { timeZone: metadata.timeZone, data }
}
