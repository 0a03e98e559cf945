import { count, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { findAccount, findAccountByEmail, listMembershipsOf } from './account-store.ts'
import { accounts, memberships } from './tables.ts'

/** Where to write to somebody, and in which language; null where the account is gone. */
export async function readAccount(db: Db, id: string): Promise<{ email: string; language: string } | null> {
  const account = await findAccount(db, id)
  return account && { email: account.email, language: account.language }
}

/** Whose account this is, for who runs the installation: an operator’s, and its cards, the oldest first. Null where there is none. */
export async function describeAccount(db: Db, email: string): Promise<{ isOperator: boolean; subjectIds: string[] } | null> {
  const account = await findAccountByEmail(db, email.trim().toLowerCase())
  if (!account) return null
  const memberships = await listMembershipsOf(db, account.id)
  return { isOperator: account.isOperator, subjectIds: memberships.map(({ subjectId }) => subjectId) }
}

/** Whether somebody asked to be forgotten. Slices that come before the one that keeps this ask here. */
export async function readLeaving(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from account_leaving where account_id = ${accountId}`)
  return rows.length > 0
}

/** Whose deeds wait for each other till the end of the transaction, and how many cards they have; null where they are gone. */
export async function holdAccount(tx: Db, accountId: string): Promise<{ email: string; cardCount: number } | null> {
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId)).for('update')
  if (!account) return null
  const [owned] = await tx.select({ cards: count() }).from(memberships).where(eq(memberships.accountId, accountId))
  return { email: account.email, cardCount: owned?.cards ?? 0 }
}

/** Which cards an account owns, and which of them somebody else owns too. */
export const listMemberships = (db: Db, accountId: string) => listMembershipsOf(db, accountId)
