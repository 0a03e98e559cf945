import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/database/columns.ts'
import type { Scope } from '#contract/access-key-choices.ts'

export const accessKeys = pgTable('access_key', {
  id: uuid('id').primaryKey(),
  subjectId: uuid('subject_id').notNull(),
  keyHash: bytes('key_hash').notNull(),
  name: text('name').notNull(),
  keyStart: text('key_start').notNull(),
  keyEnd: text('key_end').notNull(),
  scopes: text('scopes').array().$type<Scope[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  expiresAt: moment('expires_at'),
})
export type AccessKeyRow = typeof accessKeys.$inferSelect
