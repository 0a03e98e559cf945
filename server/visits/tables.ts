import { bigint, date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'

/** Single events, as reported. */
export const visitEvents = pgTable(
  'visit_event',
  {
    subjectId: uuid('subject_id').notNull(),
    at: moment('at').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    params: jsonb('params').$type<Record<string, string>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.at, table.id] })],
)

/** Counts per UTC day, which reports read. */
export const visitDays = pgTable(
  'visit_day',
  {
    subjectId: uuid('subject_id').notNull(),
    day: date('day').notNull(),
    name: text('name').notNull(),
    dimension: text('dimension').notNull(),
    value: text('value').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.day, table.name, table.dimension, table.value] })],
)

/** Counts per quarter hour, to convert UTC days to days of another time zone. */
export const visitQuarters = pgTable(
  'visit_quarter',
  {
    subjectId: uuid('subject_id').notNull(),
    name: text('name').notNull(),
    dimension: text('dimension').notNull(),
    value: text('value').notNull(),
    at: moment('at').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.name, table.dimension, table.at, table.value] })],
)

/** Views of all cards by day: what the admin overview reads. */
export const viewTotals = pgTable('view_total', {
  day: date('day').primaryKey(),
  count: bigint('count', { mode: 'number' }).notNull(),
})

export const cardLogs = pgTable(
  'card_log',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    received: moment('received').notNull(),
    message: text('message').notNull(),
    data: jsonb('data'),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)

/** An event and the one parameter it is counted by. */
export type CountedEvent = { subjectId: string; at: Date; id: string; name: string; dimension: string; value: string }
/** Views on a day. */
export type DayViews = { day: string; count: number }
export type VisitDayRow = typeof visitDays.$inferInsert
export type VisitQuarterRow = VisitDayRow & { at: Date }
