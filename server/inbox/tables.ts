import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'

/** What an administrator wrote to the owners of one card, or of all. */
export const notices = pgTable('notice', {
  id: uuid('id').primaryKey(),
  subjectId: uuid('subject_id'),
  title: text('title').notNull(),
  body: text('body').notNull(),
  sentAt: moment('sent_at').notNull(),
})
export type Notice = typeof notices.$inferSelect
