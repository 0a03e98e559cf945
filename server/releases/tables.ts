import { date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Versions of the product, as the operator tells of them. */
export const releases = pgTable(
  'release',
  {
    versionType: text('version_type').notNull(),
    version: text('version').notNull(),
    date: date('date').notNull(),
    versionHistory: text('version_history').notNull().default(''),
    updates: jsonb('updates').$type<string[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.versionType, table.version] })],
)

export type ReleaseRow = typeof releases.$inferSelect
