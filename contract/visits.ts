import { z } from 'zod'
import { Alias, SuccessAnswer } from './cards/cards.ts'
import { endpoint } from './endpoint.ts'
import { eventParameters } from './events.ts'

const VisitEvent = z.object({
  name: z
    .string()
    .max(60)
    .describe(`One of ${Object.keys(eventParameters).join(', ')}`),
  params: z.record(z.string().max(60), z.string().max(100)).optional(),
})

/** Years 1000 to 2999: JavaScript and PostgreSQL both write them, and their neighboring days, with four digits. */
const reportDate = z.string().regex(/^([12]\d{3}-\d{2}-\d{2}|today|yesterday|\d{1,3}daysAgo)$/)

/** The request in the client's format. The card must belong to the session's account. */
export const ReportRequest = z.object({
  alias: Alias.optional().describe('One of your cards; defaults to the first'),
  timeZone: z.string().max(60).optional().describe('Time zone of the days, such as America/New_York; defaults to UTC'),
  DateRanges: z
    .array(z.object({ StartDate: reportDate, EndDate: reportDate }))
    .min(1)
    .max(4),
  Dimensions: z
    .array(z.object({ Name: z.string().regex(/^(date|customEvent:[a-z0-9_]{1,60})$/) }))
    .max(2)
    .describe('One of the parameters that events are counted by, and date for one row per day'),
  Metrics: z.array(z.object({ Name: z.literal('eventCount') })).length(1),
})

const value = z.object({ value: z.string() })
export const ReportRow = z.object({ dimensionValues: z.array(value), metricValues: z.array(value) })

const header = z.object({ name: z.string() })
export const Report = z.object({
  dimensionHeaders: z.array(header),
  metricHeaders: z.array(header.extend({ type: z.literal('TYPE_INTEGER') })),
  rows: z.array(ReportRow).optional().describe('Absent if there are none'),
  rowCount: z.number().int().optional(),
  metadata: z.object({ timeZone: z.string() }),
  kind: z.literal('analyticsData#runReport'),
})
export type Report = z.output<typeof Report>

export const visits = {
  'visits.track': endpoint('visits.track', {
    summary: 'Records a batch of events on a card. Sets no cookie and stores no client address.',
    access: 'anyone',
    // A whole office can share one client address.
    limit: [
      { per: 'address', count: 1200, windowSeconds: 60 },
      { per: 'card', count: 120, windowSeconds: 60 },
    ],
    input: z.object({ alias: Alias, events: z.array(VisitEvent).min(1).max(25) }),
    output: SuccessAnswer,
    problems: ['card-not-found', 'input-invalid', 'too-many-requests'],
    codes: ['eventUnknown'],
    errorFormat: 'success-flag',
  }),
  'visits.report': endpoint('visits.report', {
    summary: 'Returns daily event counts of your card. The free plan includes how often it was opened, for 14 days; the rest is PRO.',
    access: 'owner',
    limit: { per: 'account', count: 120, windowSeconds: 60 },
    input: ReportRequest,
    output: Report,
    problems: ['not-logged-in', 'not-allowed', 'card-not-found', 'input-invalid'],
    codes: ['timeZoneUnknown', 'dimensionsInvalid', 'rangeEmpty', 'rangeTooLong'],
  }),
  'visits.log': endpoint('visits.log', {
    summary: 'Reports an error on a page.',
    access: 'anyone',
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    input: z.object({ alias: Alias, message: z.string().max(2000), data: z.unknown().optional().describe('Any JSON') }),
    output: SuccessAnswer,
    problems: ['card-not-found', 'input-invalid', 'too-many-requests'],
    codes: ['dataTooLong'],
    errorFormat: 'success-flag',
  }),
}
