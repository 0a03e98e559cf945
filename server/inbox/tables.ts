import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What an administrator wrote to the owners of one card, or of all. */
export const notices = pgTable('notice', {
  id: uuid('id').primaryKey(),
  subjectId: uuid('subject_id'),
  title: text('title').notNull(),
  body: text('body').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
})
export type Notice = typeof notices.$inferSelect
