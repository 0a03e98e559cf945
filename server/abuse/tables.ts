import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'
import { abuseKinds } from '#contract/admin/abuse-choices.ts'

export const abuseReports = pgTable(
  'abuse_report',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    submissionId: uuid('submission_id').notNull(),
    createdAt: moment('created_at').notNull(),
    kind: text('kind', { enum: abuseKinds }).notNull(),
    words: text('words').notNull(),
    linkCode: text('link_code').notNull().default(''),
    isOwner: boolean('is_owner').notNull().default(false),
    more: integer('more').notNull().default(0),
    closedAt: moment('closed_at'),
  },
  ({ subjectId, id }) => [primaryKey({ columns: [subjectId, id] })],
)
export type ReportRow = typeof abuseReports.$inferSelect
