import { lt, sql } from 'drizzle-orm'
import { date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'
import type { Db } from './database.ts'
import { keyedHash } from './keyed-hash.ts'

const mailCounts = pgTable(
  'mail_count',
  { targetHash: bytes('target_hash').notNull(), day: date('day').notNull(), count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.targetHash, table.day] })],
)

/** Counts an email that a visitor caused today, to an address or from a card, and returns the new count. */
export async function countMail(tx: Db, target: string, now: Date): Promise<number> {
  const targetHash = await keyedHash(tx, `mail ${target.toLowerCase()}`, now)
  const [row] = await tx
    .insert(mailCounts)
    .values({ targetHash, day: dayOf(now), count: 1 })
    .onConflictDoUpdate({ target: [mailCounts.targetHash, mailCounts.day], set: { count: sql`${mailCounts.count} + 1` } })
    .returning({ count: mailCounts.count })
  return row?.count ?? 1
}

export async function deleteMailCounts(tx: Db, before: Date): Promise<void> {
  await tx.delete(mailCounts).where(lt(mailCounts.day, dayOf(before)))
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
