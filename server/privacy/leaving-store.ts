import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { leavings, type Leaving } from './tables.ts'

export async function findLeaving(db: Db, accountId: string): Promise<Leaving | null> {
  const [row] = await db.select().from(leavings).where(eq(leavings.accountId, accountId))
  return row ?? null
}

/** False where the account is about to go already. */
export async function insertLeaving(tx: Db, row: Pick<Leaving, 'accountId' | 'askedAt' | 'goesAt' | 'switchedOff'>): Promise<boolean> {
  const kept = await tx.insert(leavings).values(row).onConflictDoNothing().returning({ accountId: leavings.accountId })
  return kept.length > 0
}

export async function putToken(tx: Db, accountId: string, tokenHash: Buffer): Promise<boolean> {
  const kept = await tx.update(leavings).set({ tokenHash }).where(eq(leavings.accountId, accountId)).returning({ id: leavings.accountId })
  return kept.length > 0
}

/** The wish taken back, while nothing has gone yet. */
export async function deleteLeaving(tx: Db, by: { accountId: string } | { tokenHash: Buffer }): Promise<Leaving | null> {
  const whose = 'accountId' in by ? eq(leavings.accountId, by.accountId) : eq(leavings.tokenHash, by.tokenHash)
  const [gone] = await tx
    .delete(leavings)
    .where(and(whose, isNull(leavings.begunAt)))
    .returning()
  return gone ?? null
}

/** Accounts whose days of grace are over, a page at a time. */
export async function listDue(db: Db, now: Date, after: string | null): Promise<string[]> {
  const rows = await db
    .select({ accountId: leavings.accountId })
    .from(leavings)
    .where(and(lte(leavings.goesAt, now), after === null ? undefined : gt(leavings.accountId, after)))
    .orderBy(asc(leavings.accountId))
    .limit(100)
  return rows.map(({ accountId }) => accountId)
}

/** From here on there is no way back. Null where the wish was taken back just now. */
export async function beginErasing(tx: Db, accountId: string, now: Date): Promise<Leaving | null> {
  const [row] = await tx
    .update(leavings)
    .set({ begunAt: sql`coalesce(${leavings.begunAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(leavings.accountId, accountId), lte(leavings.goesAt, now)))
    .returning()
  return row ?? null
}

export async function noteErased(tx: Db, accountId: string, subjectId: string): Promise<void> {
  await tx
    .update(leavings)
    .set({ erased: sql`array_append(${leavings.erased}, ${subjectId}::uuid)` })
    .where(eq(leavings.accountId, accountId))
}

/** The book of operators’ acts keeps its lines and loses the addresses of a card: some lines know it by those alone. */
export async function forgetCardInActs(tx: Db, subjectId: string): Promise<void> {
  await tx.execute(sql`
    update operator_act set alias = ''
    where subject_id = ${subjectId} or (alias <> '' and alias in (select name from alias where subject_id = ${subjectId}))`)
}

/** The same for a person: what they did as an operator, and that they became one. */
export async function forgetPersonInActs(tx: Db, { accountId, email }: { accountId: string; email: string }): Promise<void> {
  await tx.execute(sql`update operator_act set actor = 'somebody who left' where account_id = ${accountId}`)
  await tx.execute(sql`update operator_act set detail = detail - 'operator' - 'account'
    where act in ('operator.grant', 'operator.revoke', 'login-link', 'sessions.end') and ${email} in (detail ->> 'operator', detail ->> 'account')`)
}
