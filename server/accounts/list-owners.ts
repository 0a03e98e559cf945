import { asc, count, eq, ilike, inArray, max } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, memberships, sessions } from './tables.ts'

type Owner = { accountId: string; email: string; language: string }

/** The owners of a card: their email addresses and languages. */
export async function listOwners(db: Db, subjectId: string): Promise<Owner[]> {
  return db
    .select({ accountId: accounts.id, email: accounts.email, language: accounts.language })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(eq(memberships.subjectId, subjectId))
    .orderBy(asc(accounts.email))
}

/** The email addresses of each card’s owners. */
export async function listOwnerEmails(db: Db, subjectIds: readonly string[]): Promise<Map<string, string[]>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await db
    .select({ subjectId: memberships.subjectId, email: accounts.email })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(inArray(memberships.subjectId, [...subjectIds]))
    .orderBy(asc(accounts.email))
  return new Map([...Map.groupBy(rows, ({ subjectId }) => subjectId)].map(([id, own]) => [id, own.map(({ email }) => email)]))
}

/** When these accounts last logged in, as far as a session of that login still exists: nothing else records it. */
export async function listLastLogins(db: Db, accountIds: readonly string[]): Promise<Map<string, Date>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .select({ accountId: sessions.accountId, at: max(sessions.signedInAt) })
    .from(sessions)
    .where(inArray(sessions.accountId, [...accountIds]))
    .groupBy(sessions.accountId)
  return new Map(rows.flatMap(({ accountId, at }) => (at ? [[accountId, at] as const] : [])))
}

/** When an owner of each of these cards last used the site, as far as a session still exists. */
export async function listLastUses(db: Db, subjectIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .select({ subjectId: memberships.subjectId, at: max(sessions.lastUsedAt) })
    .from(memberships)
    .innerJoin(sessions, eq(sessions.accountId, memberships.accountId))
    .where(inArray(memberships.subjectId, [...subjectIds]))
    .groupBy(memberships.subjectId)
  return new Map(rows.flatMap(({ subjectId, at }) => (at ? [[subjectId, at] as const] : [])))
}

/** How many accounts there are, counted up to `countMax`. */
export async function countAccounts(db: Db, countMax: number): Promise<number> {
  const limited = db.select({ id: accounts.id }).from(accounts).limit(countMax).as('limited')
  const [row] = await db.select({ count: count() }).from(limited)
  return row?.count ?? 0
}

const accountsMax = 100

/** Cards whose owner's email contains this text. */
export async function findCardsOf(db: Db, email: string): Promise<string[]> {
  const like = `%${email
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const owners = db.select({ id: accounts.id }).from(accounts).where(ilike(accounts.email, like)).limit(accountsMax)
  const found = await db.select({ id: memberships.subjectId }).from(memberships).where(inArray(memberships.accountId, owners))
  return found.map(({ id }) => id)
}
