import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'

export const reviewSources = ['zillow-agent', 'zillow-fallback', 'zillow-lender'] as const
export type ReviewSource = (typeof reviewSources)[number]

/** The last successful response of a review service, the result of the newest attempt, and since when it doesn't know the name. */
export const reviewCache = pgTable(
  'review_cache',
  {
    subjectId: uuid('subject_id').notNull(),
    source: text('source').$type<ReviewSource>().notNull(),
    sourceKey: text('source_key').notNull(),
    answer: jsonb('answer'),
    fetchedAt: moment('fetched_at'),
    triedAt: moment('tried_at').notNull(),
    failure: text('failure'),
    unknownSince: moment('unknown_since'),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.source, table.sourceKey] })],
)

export type ReviewRow = typeof reviewCache.$inferSelect
/** The columns written after an attempt. */
export type ReviewUpdate = Pick<ReviewRow, 'triedAt' | 'failure'> & Partial<Pick<ReviewRow, 'answer' | 'fetchedAt' | 'unknownSince'>>
