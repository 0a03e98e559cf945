import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import type { Db } from './database.ts'

/** Keys that may be used once and were, such as idempotency keys and nonces; and marks with an expiry. */
export const consumed = pgTable(
  'spent',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    until: moment('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)

/** Consumes a single-use key: true for the first caller on any instance. Stored until the key would be refused as expired. */
export async function consume(db: Db, kind: string, key: string, until: Date): Promise<boolean> {
  const inserted = await db.insert(consumed).values({ kind, key, until }).onConflictDoNothing().returning({ key: consumed.key })
  return inserted.length > 0
}

/** The same for many, without saying which were new. */
export async function consumeAll(db: Db, kind: string, keys: readonly string[], until: Date): Promise<void> {
  if (keys.length > 0)
    await db
      .insert(consumed)
      .values(keys.map((key) => ({ kind, key, until })))
      .onConflictDoNothing()
}

/** Stores a mark at least until then; never shortens it. */
export async function storeMark(db: Db, kind: string, key: string, until: Date): Promise<void> {
  const latest = sql`greatest(${consumed.until}, excluded.until)`
  await db
    .insert(consumed)
    .values({ kind, key, until })
    .onConflictDoUpdate({ target: [consumed.kind, consumed.key], set: { until: latest } })
}

/** The expiry of each of these marks that has not expired. */
export async function readMarks(db: Db, kind: string, keys: readonly string[], now: Date): Promise<Date[]> {
  if (keys.length === 0) return []
  const rows = await db
    .select({ until: consumed.until })
    .from(consumed)
    .where(and(eq(consumed.kind, kind), inArray(consumed.key, [...keys]), gt(consumed.until, now)))
  return rows.map(({ until }) => until)
}

export async function isConsumed(db: Db, kind: string, key: string): Promise<boolean> {
  const [row] = await db
    .select({ key: consumed.key })
    .from(consumed)
    .where(and(eq(consumed.kind, kind), eq(consumed.key, key)))
  return row !== undefined
}
