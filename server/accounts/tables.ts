import { boolean, customType, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const accounts = pgTable('account', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull().default(''),
  isOperator: boolean('is_operator').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  emailVerifiedAt: moment('email_verified_at'),
})

export const memberships = pgTable(
  'membership',
  {
    subjectId: uuid('subject_id').notNull(),
    accountId: uuid('account_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  ({ subjectId, accountId }) => [primaryKey({ columns: [subjectId, accountId] })],
)

export const signInLinks = pgTable('sign_in_link', {
  tokenHash: bytes('token_hash').primaryKey(),
  accountId: uuid('account_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})
