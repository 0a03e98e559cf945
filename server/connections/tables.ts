import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/database/columns.ts'
import type { Connection, Attention, DeliveryState, EventType, NoAnswerReason, Preset } from '#contract/connections.ts'

export const events = pgTable(
  'event',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type').$type<EventType>().notNull(),
    at: moment('at').notNull(),
    contactId: uuid('contact_id'),
    data: text('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)
export type EventRow = typeof events.$inferSelect

export const connections = pgTable(
  'connection',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    createdAt: moment('created_at').notNull(),
    preset: text('preset').$type<Preset>().notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    types: text('types').array().$type<EventType[]>().notNull(),
    isFull: boolean('is_full').notNull(),
    secret: bytes('secret').notNull(),
    secretAt: moment('secret_at').notNull(),
    secretEnd: text('secret_end').notNull(),
    previousSecret: bytes('previous_secret'),
    previousUntil: moment('previous_until'),
    offReason: text('off_reason').$type<NonNullable<Connection['offReason']>>(),
    offAt: moment('off_at'),
    failingSince: moment('failing_since'),
    mailedAt: moment('mailed_at'),
    attention: text('attention').$type<Attention>(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)
export type ConnectionRow = typeof connections.$inferSelect

export const deliveries = pgTable(
  'delivery',
  {
    subjectId: uuid('subject_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    eventId: uuid('event_id').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('waiting'),
    isFull: boolean('is_full').notNull(),
    attempts: integer('attempts').notNull().default(0),
    triedAt: moment('tried_at'),
    nextAt: moment('next_at'),
    status: integer('status'),
    tookMs: integer('took_ms'),
    answer: text('answer').notNull().default(''),
    reason: text('reason').$type<NoAnswerReason>(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.connectionId, table.eventId] })],
)
export type DeliveryRow = typeof deliveries.$inferSelect

export const switchedOffHosts = pgTable('switched_off_host', {
  host: text('host').primaryKey(),
  reason: text('reason').notNull().default(''),
  offAt: moment('off_at').notNull(),
})
export type SwitchedOffHost = typeof switchedOffHosts.$inferSelect

export type FoundDelivery = { delivery: DeliveryRow; event: EventRow }

/** The deliveries of a connection in numbers. `latest` is newest first; `lastSent` and `lastTried` are events. */
export type DeliveryCounts = {
  sentCount: number
  waitingCount: number
  failedCount: number
  nextAtMs: number | null
  latest: DeliveryState[]
  lastSent: string | null
  lastTried: string | null
}
