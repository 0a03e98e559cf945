import { updateAccount } from './account-store.ts'
import { problem } from '#server/http/problem.ts'
import { hashPassword } from './hash-password.ts'
import { hashToken } from './hash-token.ts'
import { isLinkGood } from './link-store.ts'
import { deleteOtherSessions } from './session-store.ts'
import { useLink, type UsedLink } from './use-link.ts'
import type { SessionNeeds } from './start-session.ts'

/** A new password by a mailed link. Whoever was signed in with the old one no longer is. */
export async function resetPassword(needs: SessionNeeds, token: string, password: string): Promise<UsedLink> {
  // Hashing is dear: not for a link that leads nowhere.
  if (!(await isLinkGood(needs.db, hashToken(token), needs.clock.now()))) throw problem('link-used')
  const passwordHash = await hashPassword(password)
  return needs.db.transaction(async (tx) => {
    const used = await useLink({ ...needs, db: tx }, token)
    await updateAccount(tx, used.accountId, { passwordHash })
    await deleteOtherSessions(tx, used.accountId)
    return used
  })
}
