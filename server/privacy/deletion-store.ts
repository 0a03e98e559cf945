import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { deletionRequests, type DeletionRequest } from './tables.ts'

export async function findDeletionRequest(db: Db, accountId: string): Promise<DeletionRequest | null> {
  const [row] = await db.select().from(deletionRequests).where(eq(deletionRequests.accountId, accountId))
  return row ?? null
}

/** False if deletion was requested already. */
export async function insertDeletionRequest(
  tx: Db,
  row: Pick<DeletionRequest, 'accountId' | 'requestedAt' | 'deletesAt' | 'switchedOff'>,
): Promise<boolean> {
  const inserted = await tx.insert(deletionRequests).values(row).onConflictDoNothing().returning({ accountId: deletionRequests.accountId })
  return inserted.length > 0
}

export async function setToken(tx: Db, accountId: string, tokenHash: Buffer): Promise<boolean> {
  const updated = await tx
    .update(deletionRequests)
    .set({ tokenHash })
    .where(eq(deletionRequests.accountId, accountId))
    .returning({ id: deletionRequests.accountId })
  return updated.length > 0
}

/** Cancels a request, unless erasure has started. */
export async function deleteDeletionRequest(tx: Db, by: { accountId: string } | { tokenHash: Buffer }): Promise<DeletionRequest | null> {
  const isRequested = 'accountId' in by ? eq(deletionRequests.accountId, by.accountId) : eq(deletionRequests.tokenHash, by.tokenHash)
  const [canceled] = await tx
    .delete(deletionRequests)
    .where(and(isRequested, isNull(deletionRequests.erasureStartedAt)))
    .returning()
  return canceled ?? null
}

/** Accounts whose grace period is over, a page at a time. */
export async function listDueDeletions(db: Db, now: Date, after: string | null): Promise<string[]> {
  const rows = await db
    .select({ accountId: deletionRequests.accountId })
    .from(deletionRequests)
    .where(and(lte(deletionRequests.deletesAt, now), after === null ? undefined : gt(deletionRequests.accountId, after)))
    .orderBy(asc(deletionRequests.accountId))
    .limit(100)
  return rows.map(({ accountId }) => accountId)
}

/** From here on it can't be canceled. Null if it was canceled meanwhile. */
export async function startErasure(tx: Db, accountId: string, now: Date): Promise<DeletionRequest | null> {
  const [row] = await tx
    .update(deletionRequests)
    .set({ erasureStartedAt: sql`coalesce(${deletionRequests.erasureStartedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(deletionRequests.accountId, accountId), lte(deletionRequests.deletesAt, now)))
    .returning()
  return row ?? null
}

export async function recordErasedCard(tx: Db, accountId: string, subjectId: string): Promise<void> {
  await tx
    .update(deletionRequests)
    .set({ erasedCards: sql`array_append(${deletionRequests.erasedCards}, ${subjectId}::uuid)` })
    .where(eq(deletionRequests.accountId, accountId))
}

/** Removes a card's addresses from the audit log, also from entries that have only an address and no card id. */
export async function anonymizeCardInAuditLog(tx: Db, subjectId: string): Promise<void> {
  await tx.execute(sql`
    update operator_act set alias = ''
    where subject_id = ${subjectId} or (alias <> '' and alias in (select name from alias where subject_id = ${subjectId}))`)
}

/** The emails that an account had before, and until when, from the audit log. */
export async function listEarlierEmails(tx: Db, accountId: string): Promise<{ email: string; until: Date }[]> {
  const { rows } = await tx.execute<{ email: string; until: string }>(sql`
    select actor as email, at::text as until from operator_act where account_id = ${accountId} and act = 'account.email' limit 1000`)
  return rows.map(({ email, until }) => ({ email, until: new Date(until) }))
}

/** Removes a person from the audit log: what they did as an administrator, and details that are an email of that account, whatever the action. */
export async function anonymizePersonInAuditLog(tx: Db, { accountId, email }: { accountId: string; email: string }): Promise<void> {
  const names = [...(await listEarlierEmails(tx, accountId)), { email, until: null }]
  await tx.execute(sql`update operator_act set actor = 'deleted account' where account_id = ${accountId}`)
  await tx.execute(
    sql`update operator_act set account_id = null, detail = detail - 'account' where account_id = ${accountId} and act = 'account.email'`,
  )
  for (const { email: name, until } of names)
    await tx.execute(sql`
      update operator_act set detail = (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(detail) where lower(value #>> '{}') is distinct from lower(${name})
      )
      where exists (select 1 from jsonb_each_text(detail) where lower(value) = lower(${name}))
        -- Later entries are about another account that has it since.
        and at <= coalesce(${until?.toISOString() ?? null}::timestamptz, 'infinity')`)
}
