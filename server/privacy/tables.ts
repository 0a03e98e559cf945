import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/database/columns.ts'

export const deletionRequests = pgTable('account_leaving', {
  accountId: uuid('account_id').primaryKey(),
  requestedAt: moment('asked_at').notNull(),
  deletesAt: moment('goes_at').notNull(),
  tokenHash: bytes('token_hash'),
  switchedOff: uuid('switched_off').array().notNull().default([]),
  erasureStartedAt: moment('begun_at'),
  erasedCards: uuid('erased').array().notNull().default([]),
})
export type DeletionRequest = typeof deletionRequests.$inferSelect
