import type { Db } from '#server/database/database.ts'
import { findAccountByEmail, forgetBrowsers, updateAccount } from './account-store.ts'
import { deleteOtherSessions } from './sessions/session-store.ts'

/**
 * Makes somebody an operator, or one no longer: from their next request on. False where there is no such account. Whoever rises
 * signs in anew: a session from before, perhaps copied, does not rise with them.
 */
export async function setOperator(tx: Db, email: string, isOperator: boolean): Promise<boolean> {
  const account = await findAccountByEmail(tx, email.trim().toLowerCase())
  if (!account) return false
  if (isOperator && !account.isOperator) {
    // The account first, as who signs in: whoever is on their way in is waited for, and seen.
    await forgetBrowsers(tx, account.id)
    await deleteOtherSessions(tx, account.id)
  }
  await updateAccount(tx, account.id, { isOperator })
  return true
}
