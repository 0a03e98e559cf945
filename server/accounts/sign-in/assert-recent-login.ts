import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockAccount } from '../account-store.ts'
import { isRecentLogin } from '../sessions/session-policy.ts'
import { findSessionById } from '../sessions/session-store.ts'

type Deps = { db: Db; clock: Clock }

/** Requires a recent login for actions that can't be undone: an unattended device is not enough. */
export async function assertRecentLogin(deps: Deps, session: { sessionId: string }): Promise<void> {
  if (!(await hasRecentLogin(deps, session))) throw problem('recent-login-required')
}

/** The same inside the transaction of the action. With the account locked, a concurrent password reset or sign-out finishes first. */
export async function lockAndAssertRecentLogin(deps: Deps, session: { accountId: string; sessionId: string }): Promise<void> {
  await lockAccount(deps.db, session.accountId)
  await assertRecentLogin(deps, session)
}

/** True if this session logged in recently. */
export async function hasRecentLogin({ db, clock }: Deps, { sessionId }: { sessionId: string }): Promise<boolean> {
  const session = await findSessionById(db, sessionId)
  return session !== null && isRecentLogin(session.signedInAt, clock.now())
}
