import { updateAccount } from './account-store.ts'
import { hashPassword } from './hash-password.ts'
import { deleteOtherSessions } from './session-store.ts'
import { useLink, type UsedLink } from './use-link.ts'
import type { SessionNeeds } from './start-session.ts'

/** A new password by a mailed link. Whoever was signed in with the old one no longer is. */
export async function resetPassword(needs: SessionNeeds, token: string, password: string): Promise<UsedLink> {
  const passwordHash = await hashPassword(password)
  const used = await useLink(needs, token)
  await needs.db.transaction(async (tx) => {
    await updateAccount(tx, used.accountId, { passwordHash })
    await deleteOtherSessions(tx, used.accountId)
  })
  return used
}
