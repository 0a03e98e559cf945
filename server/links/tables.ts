import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const shortLinks = pgTable('short_link', {
  code: text('code').primaryKey(),
  subjectId: uuid('subject_id').notNull(),
  longUrl: text('long_url').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  switchedOffAt: timestamp('switched_off_at', { withTimezone: true }),
  isOwnPage: boolean('is_own_page'),
})

export type ShortLink = typeof shortLinks.$inferSelect
