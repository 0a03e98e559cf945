import type { Db } from '#server/database/database.ts'
import { findAccountByEmail, listMembershipsOf } from './account-store.ts'

/** Whose account this is, for who runs the installation: an operator’s, and its cards, the oldest first. Null where there is none. */
export async function describeAccount(db: Db, email: string): Promise<{ isOperator: boolean; subjectIds: string[] } | null> {
  const account = await findAccountByEmail(db, email.trim().toLowerCase())
  if (!account) return null
  const memberships = await listMembershipsOf(db, account.id)
  return { isOperator: account.isOperator, subjectIds: memberships.map(({ subjectId }) => subjectId) }
}
