import { date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'

/** Notes of versions, published by an administrator. */
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

/** Published stories and tours, which replace the built-in ones. */
export const publications = pgTable(
  'publication',
  {
    kind: text('kind').$type<PublicationKind>().notNull(),
    tag: text('tag').notNull(),
    content: jsonb('content').notNull(),
    publishedAt: moment('published_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.tag] })],
)
