import { fieldIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { AccountDeps } from '../account-deps.ts'
import { findAccount, forgetBrowsers, lockAccount, updateAccount } from '../account-store.ts'
import { removeOtherLinks } from '../mailed-links/link-store.ts'
import type { OwnerSession } from '../sessions/require-owner.ts'
import { renewSession } from '../sessions/rotate-session.ts'
import { deleteOtherSessions, findSessionById } from '../sessions/session-store.ts'
import { assertRecentLogin } from './assert-recent-login.ts'
import { hashPassword, isPassword } from './hash-password.ts'
import { queueChangeMail } from './mail-change.job.ts'
import { rejectGuessableFor } from './reject-guessable-password.ts'

/**
 * Changes the password of a logged-in owner, who proves the current one; without one, a recent login does. This session stays, under a
 * new token: every other session, mailed link and known browser ends. Returns the cookies.
 */
export async function changePassword(
  deps: AccountDeps,
  { accountId, sessionId }: OwnerSession,
  { current, password }: { current: string; password: string },
): Promise<readonly string[]> {
  const account = await findAccount(deps.db, accountId)
  if (!account) throw problem('not-logged-in')
  if (account.passwordHash === null) await assertRecentLogin(deps, { sessionId })
  else if (!(await isPassword(current, account.passwordHash))) throw wrongPassword()
  await rejectGuessableFor(deps, { accountId, signUp: null }, password)
  await deps.jobs.ready()
  const passwordHash = await hashPassword(password)
  return deps.db.transaction(async (tx) => {
    const locked = await lockAccount(tx, accountId)
    const session = await findSessionById(tx, sessionId)
    // Hashing takes time: a reset meanwhile chose another password and ended this session.
    if (!session || locked?.passwordHash !== account.passwordHash) throw problem('not-logged-in')
    await updateAccount(tx, accountId, { passwordHash })
    await queueChangeMail(tx, deps.jobs, accountId, 'password-changed')
    await deleteOtherSessions(tx, accountId, sessionId)
    await forgetBrowsers(tx, accountId)
    await removeOtherLinks(tx, locked, deps.clock.now())
    return renewSession({ ...deps, db: tx }, session)
  })
}

const wrongPassword = () => problem('input-invalid', { issues: [fieldIssue('current', 'passwordWrong')] })
