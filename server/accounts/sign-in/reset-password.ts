import type { Jobs } from '#server/jobs/jobs.ts'
import { findAccount, forgetBrowsers, updateAccount } from '../account-store.ts'
import { problem } from '#server/http/problems/problem.ts'
import { hashPassword } from './hash-password.ts'
import { hashToken } from '../../common/hash-token.ts'
import { findValidLink, removeOtherLinks, type LinkKind } from '../mailed-links/link-store.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import type { SignedInByLink } from './sign-in.ts'
import { startSession, type SessionDeps } from '../sessions/start-session.ts'
import { queueChangeMail } from './mail-change.job.ts'
import { useLink } from '../mailed-links/use-link.ts'

/** The links that let one choose a password. Login links don't, and reset links don't log in. */
export const passwordLinks: LinkKind = { purposes: ['reset', 'sign-up'] }

/** Sets a password by a mailed link, ends every session, and invalidates every other mailed link. */
export async function resetPassword(
  deps: SessionDeps & { jobs: Jobs },
  { token, password }: { token: string; password: string },
  request: Request,
): Promise<SignedInByLink> {
  // Hashing is expensive: checks the link first.
  if (!(await findValidLink(deps.db, hashToken(token), deps.clock.now(), passwordLinks))) throw problem('link-used')
  await deps.jobs.ready()
  const passwordHash = await hashPassword(password)
  return deps.db.transaction(async (tx) => {
    const txDeps = { ...deps, db: tx }
    const used = await useLink(txDeps, token, passwordLinks)
    const account = await findAccount(tx, used.accountId)
    if (!account) throw problem('link-used')
    await updateAccount(tx, used.accountId, { passwordHash })
    // The first password of a new account is no change.
    if (used.purpose !== 'sign-up' || account.passwordHash) await queueChangeMail(tx, deps.jobs, used.accountId, 'password-changed')
    await deleteOtherSessions(tx, used.accountId)
    await forgetBrowsers(tx, used.accountId)
    await removeOtherLinks(tx, account, deps.clock.now())
    const { cookies } = await startSession(txDeps, { accountId: used.accountId, loginMethod: 'link', request })
    return { ...used, cookies }
  })
}
