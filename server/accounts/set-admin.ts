import type { Db } from '#server/database/database.ts'
import { removeInstallation } from '#server/database/installation.ts'
import { findAccountByEmail, forgetBrowsers, updateAccount } from './account-store.ts'
import { deleteOtherSessions } from './sessions/session-store.ts'

/**
 * Grants or revokes the administrator role, from the next request on. False if there is no such account. A grant ends every session: one
 * that was copied earlier must not gain the role.
 */
export async function setAdmin(tx: Db, email: string, isAdmin: boolean): Promise<boolean> {
  const account = await findAccountByEmail(tx, email.trim().toLowerCase())
  if (!account) return false
  if (isAdmin && !account.isAdmin) {
    // Locks the account first, as signing in does: a concurrent sign-in finishes before, and its session is deleted too.
    await forgetBrowsers(tx, account.id)
    await deleteOtherSessions(tx, account.id)
  }
  // There is an administrator now, so no code makes another.
  if (isAdmin) await removeInstallation(tx, 'setup')
  await updateAccount(tx, account.id, { isAdmin })
  return true
}
