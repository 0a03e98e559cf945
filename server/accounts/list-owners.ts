import { and, asc, count, desc, eq, gt, ilike, inArray, max } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { accounts, memberships, sessions, type LoginMethod } from './tables.ts'

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

type Login = { at: Date; device: string; method: LoginMethod }

/** When, where and how these accounts last logged in, as far as a session of that login still exists: nothing else records it. */
export async function listLastLogins(db: Db, accountIds: readonly string[]): Promise<Map<string, Login>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([sessions.accountId], {
      accountId: sessions.accountId,
      at: sessions.signedInAt,
      device: sessions.device,
      method: sessions.loginMethod,
    })
    .from(sessions)
    .where(inArray(sessions.accountId, [...accountIds]))
    .orderBy(sessions.accountId, desc(sessions.signedInAt))
  return new Map(rows.map(({ accountId, ...login }) => [accountId, login]))
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

const hasEmail = (text: string) =>
  ilike(
    accounts.email,
    `%${text
      .trim()
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')}%`,
  )

/** Cards whose owner's email contains this text: of the first accounts by email. */
export async function findCardsOf(db: Db, email: string): Promise<string[]> {
  const owners = db.select({ id: accounts.id }).from(accounts).where(hasEmail(email)).orderBy(asc(accounts.email)).limit(accountsMax)
  const found = await db.select({ id: memberships.subjectId }).from(memberships).where(inArray(memberships.accountId, owners))
  return found.map(({ id }) => id)
}

/** The cards of this owner, in the order of their ids, after the id `after`. */
export async function listCardsOfAfter(db: Db, email: string, after: string, limit: number): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: memberships.subjectId })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(hasEmail(email), after ? gt(memberships.subjectId, after) : undefined))
    .orderBy(asc(memberships.subjectId))
    .limit(limit)
  return found.map(({ id }) => id)
}
