import type { Db } from '#server/db/database.ts'
import { findAccountByEmail, updateAccount } from './account-store.ts'

/** Makes somebody an operator, or one no longer: from their next request on. False where there is no such account. */
export async function setOperator(tx: Db, email: string, isOperator: boolean): Promise<boolean> {
  const account = await findAccountByEmail(tx, email.trim().toLowerCase())
  if (!account) return false
  await updateAccount(tx, account.id, { isOperator })
  return true
}
