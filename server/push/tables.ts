import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'
import type { NotificationTopic } from '#contract/push.ts'
import type { PushToken } from '#server/integrations/web-push.ts'

export type Topic = NotificationTopic['topic']

export const pushSubscriptions = pgTable(
  'push_subscription',
  {
    subjectId: uuid('subject_id').notNull(),
    device: text('device').notNull(),
    accountId: uuid('account_id'),
    sessionId: uuid('session_id'),
    token: jsonb('token').$type<PushToken>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    active: boolean('active').notNull().default(true),
    failures: integer('failures').notNull().default(0),
    failedAt: moment('failed_at'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  ({ subjectId, device }) => [primaryKey({ columns: [subjectId, device] })],
)
export type Subscription = typeof pushSubscriptions.$inferSelect

export const pushTopics = pgTable(
  'push_topic',
  {
    subjectId: uuid('subject_id').notNull(),
    device: text('device').notNull(),
    topic: text('topic').$type<Topic>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
  },
  ({ subjectId, device, topic }) => [primaryKey({ columns: [subjectId, device, topic] })],
)

/** The card data in a notification. */
export const pushCards = pgTable('subject', {
  id: uuid('id').primaryKey(),
  key: text('key').notNull(),
  alias: text('alias').notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
})
export type PushCard = typeof pushCards.$inferSelect
