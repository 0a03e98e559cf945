import { count, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { findAccount, findAccountByEmail, listMembershipsOf } from './account-store.ts'
import { findEmailChange } from './change-email/email-change-store.ts'
import { accounts, memberships } from './tables.ts'

/** The email address, name (or email) and language of an account; null if it was deleted. */
export async function readAccount(db: Db, id: string): Promise<{ email: string; name: string; language: string } | null> {
  const account = await findAccount(db, id)
  return account && { email: account.email, name: account.name || account.email, language: account.language }
}

/** The email that an account was about to change to, also if its link has expired. */
export async function readRequestedEmail(db: Db, accountId: string): Promise<string | null> {
  return (await findEmailChange(db, accountId, new Date(0)))?.newEmail ?? null
}

/** Whether an account is an administrator’s, and its cards, oldest first; null if there is none with this email. */
export async function describeAccount(db: Db, email: string): Promise<{ isAdmin: boolean; subjectIds: string[] } | null> {
  const account = await findAccountByEmail(db, email.trim().toLowerCase())
  if (!account) return null
  const memberships = await listMembershipsOf(db, account.id)
  return { isAdmin: account.isAdmin, subjectIds: memberships.map(({ subjectId }) => subjectId) }
}

/** Whether the owner requested deletion of the account. Here because slices before `privacy` need it too. */
export async function isDeletionRequested(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from account_leaving where account_id = ${accountId}`)
  return rows.length > 0
}

/** Locks the account until the end of the transaction, and counts its cards; null if it was deleted. */
export async function lockAccountAndCountCards(tx: Db, accountId: string): Promise<{ email: string; cardCount: number } | null> {
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId)).for('update')
  if (!account) return null
  const [owned] = await tx.select({ cards: count() }).from(memberships).where(eq(memberships.accountId, accountId))
  return { email: account.email, cardCount: owned?.cards ?? 0 }
}

/** The cards an account owns, and whether another account owns each too. */
export const listMemberships = (db: Db, accountId: string) => listMembershipsOf(db, accountId)
