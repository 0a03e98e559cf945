import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, sessions, type Session } from '../tables.ts'

type FoundSession = { session: Session; subjectIds: string[]; isAdmin: boolean; isPreviousToken: boolean }

/** Qualified with the table name: drizzle writes bare column names in single-table selects, which the subquery would take for its own. */
const qualified = sql`${sessions}.${sql.identifier(sessions.accountId.name)}`

/** The session of a token or of its previous token, with the cards of its account, oldest first. */
export async function findSession(db: Db, tokenHash: Buffer): Promise<FoundSession | null> {
  const [row] = await db
    .select({
      session: sessions,
      subjectIds: sql<
        string[]
      >`coalesce((select array_agg(m.subject_id order by m.created_at, m.subject_id) from membership m where m.account_id = ${qualified}), '{}')`,
      isAdmin: sql<boolean>`coalesce((select a.is_operator from account a where a.id = ${qualified}), false)`,
      isPreviousToken: sql<boolean>`${sessions.tokenHash} <> ${sql.placeholder('hash')}`,
    })
    .from(sessions)
    .where(or(eq(sessions.tokenHash, sql.placeholder('hash')), eq(sessions.previousHash, sql.placeholder('hash'))))
    .prepare('session_by_token')
    .execute({ hash: tokenHash })
  return row ?? null
}

export async function insertSession(tx: Db, row: Omit<Session, 'previousHash'>): Promise<void> {
  await tx.insert(sessions).values(row)
}

/** Replaces the token; `previous` stays valid until the new one is used. False if another request replaced it meanwhile. */
export async function exchangeToken(
  tx: Db,
  { id, tokenHash }: Session,
  previous: Buffer | null,
  newHash: Buffer,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(sessions)
    .set({ tokenHash: newHash, previousHash: previous, exchangedAt: now, lastUsedAt: now })
    .where(and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash)))
    .returning({ id: sessions.id })
  return changed.length > 0
}

/**
 * Records a use. `isConfirmed`: the browser used its newest token, so the previous one is dropped, unless the token was replaced
 * again meanwhile.
 */
export async function touchSession(tx: Db, { id, tokenHash }: Session, now: Date, isConfirmed: boolean): Promise<void> {
  await tx
    .update(sessions)
    .set({ lastUsedAt: now, ...(isConfirmed ? { previousHash: null } : {}) })
    .where(and(eq(sessions.id, id), isConfirmed ? eq(sessions.tokenHash, tokenHash) : undefined))
}

/** Signing in again replaces the browser's earlier session. */
export async function deleteByToken(tx: Db, tokenHash: Buffer): Promise<void> {
  await tx.delete(sessions).where(or(eq(sessions.tokenHash, tokenHash), eq(sessions.previousHash, tokenHash)))
}

export async function listSessionsOf(db: Db, accountId: string, now: Date): Promise<Session[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.endsAt, now)))
    .orderBy(desc(sessions.lastUsedAt))
}

export async function deleteSession(tx: Db, accountId: string, id: string): Promise<Session | null> {
  const [deleted] = await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), eq(sessions.id, id)))
    .returning()
  return deleted ?? null
}

/** All of an account except `currentId`; all if it is omitted. */
export async function deleteOtherSessions(tx: Db, accountId: string, currentId?: string): Promise<Session[]> {
  return tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), currentId ? ne(sessions.id, currentId) : undefined))
    .returning()
}

export async function deleteSessionsOf(tx: Db, emails: string[]): Promise<number> {
  const owners = tx.select({ id: accounts.id }).from(accounts).where(inArray(accounts.email, emails))
  const deleted = await tx.delete(sessions).where(inArray(sessions.accountId, owners)).returning({ id: sessions.id })
  return deleted.length
}

export async function deleteAllSessions(tx: Db): Promise<void> {
  await tx.delete(sessions)
}

/**
 * Ends what an identity provider logged out: one of its sessions, or all of a subject. If it names both, sessions of that subject
 * that began without a `sid` end too: any of them may be the one.
 */
export async function deleteAtProvider(
  tx: Db,
  issuer: string,
  { subject, sid }: { subject?: string | undefined; sid?: string | undefined },
): Promise<number> {
  if (!subject && !sid) return 0
  const ofPerson = subject ? eq(sessions.providerSubject, subject) : undefined
  const ofSession = sid ? or(eq(sessions.providerSid, sid), subject ? isNull(sessions.providerSid) : undefined) : undefined
  const deleted = await tx
    .delete(sessions)
    .where(and(isNotNull(sessions.issuer), eq(sessions.issuer, issuer), ofPerson, ofSession))
    .returning({ id: sessions.id })
  return deleted.length
}

export async function deleteSessionsOver(tx: Db, now: Date, usedBefore: Date): Promise<void> {
  await tx.delete(sessions).where(or(lt(sessions.endsAt, now), lt(sessions.lastUsedAt, usedBefore)))
}

export async function findSessionById(db: Db, id: string): Promise<Session | null> {
  const [found] = await db.select().from(sessions).where(eq(sessions.id, id))
  return found ?? null
}
