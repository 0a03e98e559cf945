import { asc, eq, ilike, inArray, max } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, memberships, sessions } from './tables.ts'

type Owner = { accountId: string; email: string; language: string }

/** Whom a card belongs to: where to write to them, and in which language. */
export async function listOwners(db: Db, subjectId: string): Promise<Owner[]> {
  return db
    .select({ accountId: accounts.id, email: accounts.email, language: accounts.language })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(eq(memberships.subjectId, subjectId))
    .orderBy(asc(accounts.email))
}

/** When these accounts logged in last, as far as the session still lasts: nothing else of it is stored. */
export async function listLastLogins(db: Db, accountIds: readonly string[]): Promise<Map<string, Date>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .select({ accountId: sessions.accountId, at: max(sessions.signedInAt) })
    .from(sessions)
    .where(inArray(sessions.accountId, [...accountIds]))
    .groupBy(sessions.accountId)
  return new Map(rows.flatMap(({ accountId, at }) => (at ? [[accountId, at] as const] : [])))
}

const accountsMax = 100

/** Cards that belong to somebody whose e-mail holds these letters. */
export async function findCardsOf(db: Db, email: string): Promise<string[]> {
  const like = `%${email
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const owners = db.select({ id: accounts.id }).from(accounts).where(ilike(accounts.email, like)).limit(accountsMax)
  const found = await db.select({ id: memberships.subjectId }).from(memberships).where(inArray(memberships.accountId, owners))
  return found.map(({ id }) => id)
}
