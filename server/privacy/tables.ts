import { customType, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Who asked to be forgotten. */
export const leavings = pgTable('account_leaving', {
  accountId: uuid('account_id').primaryKey(),
  askedAt: moment('asked_at').notNull(),
  goesAt: moment('goes_at').notNull(),
  tokenHash: customType<{ data: Buffer }>({ dataType: () => 'bytea' })('token_hash'),
  switchedOff: uuid('switched_off').array().notNull().default([]),
  begunAt: moment('begun_at'),
  erased: uuid('erased').array().notNull().default([]),
})
export type Leaving = typeof leavings.$inferSelect
