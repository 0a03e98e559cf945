import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/database/columns.ts'
import type { CardImport } from '#contract/admin/admin.ts'
import type { IssueValues } from '#contract/problem.ts'

const count = (name: string) => integer(name).notNull().default(0)

export const cardImports = pgTable('card_import', {
  id: uuid('id').primaryKey(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  accountId: uuid('account_id'),
  actor: text('actor').notNull(),
  name: text('name').notNull(),
  encoding: text('encoding').$type<CardImport['encoding']>().notNull(),
  takes: text('takes').$type<CardImport['takes']>().notNull(),
  state: text('state').$type<CardImport['state']>().notNull(),
  bytes: count('bytes'),
  lines: count('lines'),
  good: count('good'),
  broken: count('broken'),
  made: count('made'),
  /** The last line that is done. */
  atLine: count('at_line'),
  problem: text('problem').notNull().default(''),
  /** The same, by code. */
  problemIssues: jsonb('problem_issues').$type<CardImport['problemIssues']>().notNull().default([]),
})
export type CardImportRow = typeof cardImports.$inferSelect

export const cardImportParts = pgTable(
  'card_import_part',
  { importId: uuid('import_id').notNull(), place: integer('place').notNull(), bytes: bytes('bytes').notNull() },
  ({ importId, place }) => [primaryKey({ columns: [importId, place] })],
)

export const cardImportIssues = pgTable(
  'card_import_fault',
  {
    importId: uuid('import_id').notNull(),
    id: uuid('id').notNull(),
    line: integer('line').notNull(),
    field: text('field').notNull().default(''),
    message: text('message').notNull(),
    /** Empty if there is only a message. */
    code: text('code').notNull().default(''),
    values: jsonb('code_values').$type<IssueValues>().notNull().default({}),
  },
  ({ importId, line, id }) => [primaryKey({ columns: [importId, line, id] })],
)
