import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'

export const shortLinks = pgTable('short_link', {
  code: text('code').primaryKey(),
  subjectId: uuid('subject_id').notNull(),
  longUrl: text('long_url').notNull(),
  createdAt: moment('created_at').notNull(),
  switchedOffAt: moment('switched_off_at'),
  isOwnPage: boolean('is_own_page'),
})

export type ShortLink = typeof shortLinks.$inferSelect
