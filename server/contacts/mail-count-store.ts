import { sql } from 'drizzle-orm'
import { customType, date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const mailCounts = pgTable(
  'mail_count',
  { targetHash: bytes('target_hash').notNull(), day: date('day').notNull(), count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.targetHash, table.day] })],
)

/** Counts one more mail to an address today, and says how many that makes. */
export async function countMail(tx: Db, targetHash: Buffer, now: Date): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  const [row] = await tx
    .insert(mailCounts)
    .values({ targetHash, day, count: 1 })
    .onConflictDoUpdate({ target: [mailCounts.targetHash, mailCounts.day], set: { count: sql`${mailCounts.count} + 1` } })
    .returning({ count: mailCounts.count })
  return row?.count ?? 1
}
