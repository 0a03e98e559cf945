import { consume } from '#server/database/consume.ts'
import type { Db } from '#server/database/database.ts'
import { removeInstallation } from '#server/database/installation.ts'
import { findAccountByEmail, forgetBrowsers, updateAccount } from './account-store.ts'
import { deleteOtherSessions } from './sessions/session-store.ts'

/** The kind under which the tokens of sessions are remembered that ended with a grant. */
export const endedByGrant = 'ended-by-grant'

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
    for (const { tokenHash, endsAt } of await deleteOtherSessions(tx, account.id))
      await consume(tx, endedByGrant, tokenHash.toString('base64url'), endsAt)
  }
  // There is an administrator now, so no setup link makes another.
  if (isAdmin) await removeInstallation(tx, 'setup')
  await updateAccount(tx, account.id, { isAdmin })
  return true
}
