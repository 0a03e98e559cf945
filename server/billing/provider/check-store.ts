import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { billingChecks, type BillingCheck } from '../tables.ts'

export async function findLastCheck(db: Db): Promise<BillingCheck | null> {
  const [row] = await db.select().from(billingChecks).orderBy(desc(billingChecks.begunAt)).limit(1)
  return row ?? null
}

export async function insertCheck(db: Db, row: Pick<BillingCheck, 'id' | 'begunAt' | 'details'>): Promise<void> {
  await db.insert(billingChecks).values({ ...row, movedAt: row.begunAt })
}

type Progress = { checkedCount: number; differenceCount: number; details: string[]; now: Date }

export async function saveProgress(db: Db, id: string, { now, ...found }: Progress): Promise<void> {
  await db
    .update(billingChecks)
    .set({ ...found, movedAt: now })
    .where(eq(billingChecks.id, id))
}

export async function endCheck(db: Db, id: string, now: Date): Promise<BillingCheck | null> {
  const [row] = await db.update(billingChecks).set({ endedAt: now, movedAt: now }).where(eq(billingChecks.id, id)).returning()
  return row ?? null
}

/** Keeps the newest `count`. */
export async function removeOldChecks(db: Db, count: number): Promise<void> {
  await db.execute(sql`delete from billing_check where id not in (select id from billing_check order by begun_at desc limit ${count})`)
}
