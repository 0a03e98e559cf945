import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/** What may be used once, and was; and marks that are known for a while. */
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

/** Known until then at least, however often it is said. */
export async function keepMark(db: Db, kind: string, key: string, until: Date): Promise<void> {
  const later = sql`greatest(${spent.until}, excluded.until)`
  await db
    .insert(spent)
    .values({ kind, key, until })
    .onConflictDoUpdate({ target: [spent.kind, spent.key], set: { until: later } })
}

/** Until when each of these is known; those that are not are left out. */
export async function readMarks(db: Db, kind: string, keys: readonly string[], now: Date): Promise<Date[]> {
  if (keys.length === 0) return []
  const rows = await db
    .select({ until: spent.until })
    .from(spent)
    .where(and(eq(spent.kind, kind), inArray(spent.key, [...keys]), gt(spent.until, now)))
  return rows.map(({ until }) => until)
}

export async function isSpent(db: Db, kind: string, key: string): Promise<boolean> {
  const [row] = await db
    .select({ key: spent.key })
    .from(spent)
    .where(and(eq(spent.kind, kind), eq(spent.key, key)))
  return row !== undefined
}
