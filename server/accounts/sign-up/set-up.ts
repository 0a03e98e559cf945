import { requestLanguage } from '#common/request-language.ts'
import type { AccountDeps } from '../account-deps.ts'
import { updateAccount } from '../account-store.ts'
import { startSession } from '../sessions/start-session.ts'
import { hashPassword } from '../sign-in/hash-password.ts'
import { queueChangeMail } from '../sign-in/mail-change.job.ts'
import { rejectGuessableFor } from '../sign-in/reject-guessable-password.ts'
import { createAccount } from './create-account.ts'
import { checkSetupCode } from './make-setup-link.ts'

type Setup = { setupCode: string; name: string; email: string; password: string }

/**
 * Creates the first administrator, by a setup link. An account with this email becomes theirs, and its earlier logins end. Returns the
 * cookies of a session.
 */
export async function setUp(deps: AccountDeps, { setupCode, password, ...person }: Setup, request: Request): Promise<readonly string[]> {
  // Hashing is expensive: checks the code first.
  const setupHash = await checkSetupCode(deps, setupCode)
  const signUp = { ...person, language: requestLanguage(request), admission: { setupHash } }
  await rejectGuessableFor(deps, { accountId: null, signUp }, password)
  await deps.jobs.ready()
  const passwordHash = await hashPassword(password)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const account = await createAccount(tx, signUp, { ...deps, now })
    const { name, language } = signUp
    // The operator vouches for the email. Unverified, it could not log in.
    await updateAccount(tx, account.id, { name, language, passwordHash, emailVerifiedAt: account.emailVerifiedAt ?? now })
    if (!account.isNew) await queueChangeMail(tx, deps.jobs, account.id, 'password-changed')
    const { cookies } = await startSession({ ...deps, db: tx }, { accountId: account.id, loginMethod: 'password', request })
    return cookies
  })
}
