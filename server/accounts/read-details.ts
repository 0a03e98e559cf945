import type { AccountDetails } from '#contract/accounts/accounts.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findAccount } from './account-store.ts'
import type { OwnerSession } from './sessions/require-owner.ts'
import type { SessionDeps } from './sessions/start-session.ts'
import { hasRecentLogin } from './sign-in/assert-recent-login.ts'

export async function readDetails(deps: SessionDeps, { accountId, sessionId }: OwnerSession): Promise<AccountDetails> {
  const [account, isLoginRecent] = await Promise.all([findAccount(deps.db, accountId), hasRecentLogin(deps, { sessionId })])
  if (!account) throw problem('not-logged-in')
  return {
    name: account.name,
    email: account.email,
    usesIdentityProvider: deps.settings.oidcIssuer !== '',
    hasPassword: account.passwordHash !== null,
    isLoginRecent,
  }
}
