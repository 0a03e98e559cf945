import type { AccountDetails } from '#contract/accounts/accounts.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { AccountDeps } from './account-deps.ts'
import { findAccount } from './account-store.ts'
import { findEmailChange } from './change-email/email-change-store.ts'
import type { OwnerSession } from './sessions/require-owner.ts'
import { hasRecentLogin } from './sign-in/assert-recent-login.ts'

export async function readDetails(deps: AccountDeps, { accountId, sessionId }: OwnerSession): Promise<AccountDetails> {
  const [account, isLoginRecent, change] = await Promise.all([
    findAccount(deps.db, accountId),
    hasRecentLogin(deps, { sessionId }),
    findEmailChange(deps.db, accountId, deps.clock.now()),
  ])
  if (!account) throw problem('not-logged-in')
  return {
    name: account.name,
    email: account.email,
    usesIdentityProvider: deps.settings.oidcIssuer !== '',
    hasPassword: account.passwordHash !== null,
    isLoginRecent,
    newEmail: change?.newEmail ?? null,
    sendsMail: deps.settings.smtpUrl !== '',
  }
}
