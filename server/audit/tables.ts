import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const operatorActs = pgTable('operator_act', {
  id: uuid('id').primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  accountId: uuid('account_id'),
  actor: text('actor').notNull(),
  act: text('act').notNull(),
  subjectId: uuid('subject_id'),
  alias: text('alias').notNull().default(''),
  detail: jsonb('detail').$type<ActDetail>().notNull().default({}),
})
export type OperatorActRow = typeof operatorActs.$inferSelect

/** What was done, in a few words for programs. No names, addresses or numbers of people. */
export type ActDetail = Readonly<Record<string, string | number | boolean | readonly string[]>>
