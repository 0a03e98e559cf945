import { date, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

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

const publicationKinds = ['stories', 'tour'] as const
export type PublicationKind = (typeof publicationKinds)[number]

/** What an operator put in the place of the stories or the tour that we bring along. */
export const publications = pgTable(
  'publication',
  {
    kind: text('kind').$type<PublicationKind>().notNull(),
    tag: text('tag').notNull(),
    content: jsonb('content').notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.tag] })],
)
