import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, sessions, type Session } from '../tables.ts'

type FoundSession = { session: Session; subjectIds: string[]; isOperator: boolean; isBefore: boolean }

/** With its table's name: inside a select over one table columns are written bare, and there a bare one is the other table's. */
const qualified = sql`${sessions}.${sql.identifier(sessions.accountId.name)}`

/** The session of a token, or of the token before it, with the cards of its account, oldest first. */
export async function findSession(db: Db, tokenHash: Buffer): Promise<FoundSession | null> {
  const [row] = await db
    .select({
      session: sessions,
      subjectIds: sql<
        string[]
      >`coalesce((select array_agg(m.subject_id order by m.created_at, m.subject_id) from membership m where m.account_id = ${qualified}), '{}')`,
      isOperator: sql<boolean>`coalesce((select a.is_operator from account a where a.id = ${qualified}), false)`,
      isBefore: sql<boolean>`${sessions.tokenHash} <> ${sql.placeholder('hash')}`,
    })
    .from(sessions)
    .where(or(eq(sessions.tokenHash, sql.placeholder('hash')), eq(sessions.beforeHash, sql.placeholder('hash'))))
    .prepare('session_by_token')
    .execute({ hash: tokenHash })
  return row ?? null
}

export async function insertSession(tx: Db, row: Omit<Session, 'beforeHash'>): Promise<void> {
  await tx.insert(sessions).values(row)
}

/** Puts another token in the place of the last one; the one that was shown stays good. False where somebody did so meanwhile. */
export async function exchangeToken(tx: Db, { id, tokenHash }: Session, presented: Buffer, newHash: Buffer, now: Date): Promise<boolean> {
  const changed = await tx
    .update(sessions)
    .set({ tokenHash: newHash, beforeHash: presented, exchangedAt: now, seenAt: now })
    .where(and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash)))
    .returning({ id: sessions.id })
  return changed.length > 0
}

/**
 * Seen again; `isSettled` says that its newest token has arrived, so the one before is of no use any more. Where that was exchanged
 * meanwhile, the one before is another.
 */
export async function touchSession(tx: Db, { id, tokenHash }: Session, now: Date, isSettled: boolean): Promise<void> {
  await tx
    .update(sessions)
    .set({ seenAt: now, ...(isSettled ? { beforeHash: null } : {}) })
    .where(and(eq(sessions.id, id), isSettled ? eq(sessions.tokenHash, tokenHash) : undefined))
}

/** Whoever signs in anew in a browser leaves what that browser had. */
export async function deleteByToken(tx: Db, tokenHash: Buffer): Promise<void> {
  await tx.delete(sessions).where(or(eq(sessions.tokenHash, tokenHash), eq(sessions.beforeHash, tokenHash)))
}

export async function listSessionsOf(db: Db, accountId: string, now: Date): Promise<Session[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.endsAt, now)))
    .orderBy(desc(sessions.seenAt))
}

export async function deleteSession(tx: Db, accountId: string, id: string): Promise<Session | null> {
  const [gone] = await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), eq(sessions.id, id)))
    .returning()
  return gone ?? null
}

/** All of an account but one; all where none is named. */
export async function deleteOtherSessions(tx: Db, accountId: string, kept?: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), kept ? ne(sessions.id, kept) : undefined))
}

export async function deleteSessionsOf(tx: Db, emails: string[]): Promise<number> {
  const whose = tx.select({ id: accounts.id }).from(accounts).where(inArray(accounts.email, emails))
  const gone = await tx.delete(sessions).where(inArray(sessions.accountId, whose)).returning({ id: sessions.id })
  return gone.length
}

export async function deleteAllSessions(tx: Db): Promise<void> {
  await tx.delete(sessions)
}

/**
 * What an outside provider signed out: by its own session, or everywhere. Of whom it names with a session, also those that it gave no
 * number when they began: any of them may be the one.
 */
export async function deleteAtProvider(
  tx: Db,
  issuer: string,
  { subject, sid }: { subject?: string | undefined; sid?: string | undefined },
): Promise<number> {
  if (!subject && !sid) return 0
  const ofPerson = subject ? eq(sessions.providerSubject, subject) : undefined
  const ofSession = sid ? or(eq(sessions.providerSid, sid), subject ? isNull(sessions.providerSid) : undefined) : undefined
  const gone = await tx
    .delete(sessions)
    .where(and(isNotNull(sessions.issuer), eq(sessions.issuer, issuer), ofPerson, ofSession))
    .returning({ id: sessions.id })
  return gone.length
}

export async function deleteSessionsOver(tx: Db, now: Date, seenBefore: Date): Promise<void> {
  await tx.delete(sessions).where(or(lt(sessions.endsAt, now), lt(sessions.seenAt, seenBefore)))
}

export async function findSessionById(db: Db, id: string): Promise<Session | null> {
  const [found] = await db.select().from(sessions).where(eq(sessions.id, id))
  return found ?? null
}
