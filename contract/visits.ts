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

/** Of years whose neighboring days JavaScript and PostgreSQL write alike, with four digits. */
const reportDate = z.string().regex(/^([12]\d{3}-\d{2}-\d{2}|today|yesterday|\d{1,3}daysAgo)$/)

/** The request as the client words it. The card is one of the session's own, whatever it says. */
export const ReportRequest = z.object({
  alias: Alias.optional().describe('Which of one’s own cards; the first where nothing is said'),
  timeZone: z.string().max(60).optional().describe('Where days begin and end, as in America/New_York; UTC where nothing is said'),
  DateRanges: z
    .array(z.object({ StartDate: reportDate, EndDate: reportDate }))
    .min(1)
    .max(4),
  Dimensions: z
    .array(z.object({ Name: z.string().regex(/^(date|customEvent:[a-z0-9_]{1,60})$/) }))
    .max(2)
    .describe('One of the parameters that events are counted by, and date for a row a day'),
  Metrics: z.array(z.object({ Name: z.literal('eventCount') })).length(1),
})

const value = z.object({ value: z.string() })
export const ReportRow = z.object({ dimensionValues: z.array(value), metricValues: z.array(value) })

const header = z.object({ name: z.string() })
export const Report = z.object({
  dimensionHeaders: z.array(header),
  metricHeaders: z.array(header.extend({ type: z.literal('TYPE_INTEGER') })),
  rows: z.array(ReportRow).optional().describe('Absent when there is nothing'),
  rowCount: z.number().int().optional(),
  metadata: z.object({ timeZone: z.string() }),
  kind: z.literal('analyticsData#runReport'),
})
export type Report = z.output<typeof Report>

export const visits = {
  'visits.track': endpoint('visits.track', {
    summary: 'What happened on a card, in batches. No cookie, no address kept.',
    access: 'anyone',
    // Whole offices look at a card from one address.
    limit: [
      { per: 'address', count: 1200, windowSeconds: 60 },
      { per: 'card', count: 120, windowSeconds: 60 },
    ],
    input: z.object({ alias: Alias, events: z.array(VisitEvent).min(1).max(25) }),
    output: SuccessAnswer,
    problems: ['card-not-found', 'input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'visits.report': endpoint('visits.report', {
    summary: 'Counts of one’s own card, from daily roll-ups. The free plan reads how often it was opened, for 14 days; the rest is PRO.',
    access: 'owner',
    limit: { per: 'account', count: 120, windowSeconds: 60 },
    input: ReportRequest,
    output: Report,
    problems: ['not-signed-in', 'not-allowed', 'card-not-found', 'input-invalid'],
  }),
  'visits.log': endpoint('visits.log', {
    summary: 'A page tells of its own trouble.',
    access: 'anyone',
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    input: z.object({ alias: Alias, message: z.string().max(2000), data: z.unknown().optional().describe('Any JSON') }),
    output: SuccessAnswer,
    problems: ['card-not-found', 'input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
}
