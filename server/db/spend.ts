import { and, eq } from 'drizzle-orm'
import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/** What may be used once, and was. */
export const spent = pgTable(
  'spent',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    until: timestamp('until', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)

/** True for the first who uses it, on whichever instance. Remembered until it would be refused for its age. */
export async function spend(db: Db, kind: string, key: string, until: Date): Promise<boolean> {
  const kept = await db.insert(spent).values({ kind, key, until }).onConflictDoNothing().returning({ key: spent.key })
  return kept.length > 0
}

export async function isSpent(db: Db, kind: string, key: string): Promise<boolean> {
  const [row] = await db
    .select({ key: spent.key })
    .from(spent)
    .where(and(eq(spent.kind, kind), eq(spent.key, key)))
  return row !== undefined
}
