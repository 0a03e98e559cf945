import type { Jobs } from '#server/jobs/jobs.ts'
import { findAccount, forgetBrowsers, updateAccount } from '../account-store.ts'
import { problem } from '#server/http/problems/problem.ts'
import { hashPassword } from './hash-password.ts'
import { hashToken } from '../../hash-token.ts'
import { findGoodLink, removeOtherLinks, type LinkKind } from '../mailed-links/link-store.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import type { SignedInByLink } from './sign-in.ts'
import { startSession, type SessionNeeds } from '../sessions/start-session.ts'
import { tellChange } from './mail-change.job.ts'
import { useLink } from '../mailed-links/use-link.ts'

/** Choosing the first password belongs to making an account. A link that logs in changes no password, and the other way round. */
export const passwordLinks: LinkKind = { purposes: ['reset', 'sign-up'] }

/** A new password by a mailed link. Whoever was signed in with the old one no longer is, and no other link that was mailed before leads in. */
export async function resetPassword(
  needs: SessionNeeds & { jobs: Jobs },
  { token, password }: { token: string; password: string },
  request: Request,
): Promise<SignedInByLink> {
  // Hashing is dear: not for a link that leads nowhere.
  if (!(await findGoodLink(needs.db, hashToken(token), needs.clock.now(), passwordLinks))) throw problem('link-used')
  await needs.jobs.ready()
  const passwordHash = await hashPassword(password)
  return needs.db.transaction(async (tx) => {
    const inside = { ...needs, db: tx }
    const used = await useLink(inside, token, passwordLinks)
    const account = await findAccount(tx, used.accountId)
    if (!account) throw problem('link-used')
    await updateAccount(tx, used.accountId, { passwordHash })
    // Whoever makes an account chooses its password in the same step.
    if (used.purpose !== 'sign-up' || account.passwordHash) await tellChange(tx, needs.jobs, used.accountId, 'password-changed')
    await deleteOtherSessions(tx, used.accountId)
    await forgetBrowsers(tx, used.accountId)
    await removeOtherLinks(tx, account, needs.clock.now())
    const { cookies } = await startSession(inside, { accountId: used.accountId, way: 'link', request })
    return { ...used, cookies }
  })
}
