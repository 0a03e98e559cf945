import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'

export const auditEntries = pgTable('operator_act', {
  id: uuid('id').primaryKey(),
  at: moment('at').notNull(),
  accountId: uuid('account_id'),
  actor: text('actor').notNull(),
  act: text('act').notNull(),
  subjectId: uuid('subject_id'),
  alias: text('alias').notNull().default(''),
  detail: jsonb('detail').$type<AuditDetail>().notNull().default({}),
})
export type AuditEntry = typeof auditEntries.$inferSelect

/** Details of an action, for programs. No names, addresses or phone numbers of people. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | readonly string[]>>
