import type { Claim } from '#contract/accounts/accounts.ts'
import { isConsumed } from '#server/database/consume.ts'
import { hashToken } from '#server/common/hash-token.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { findAccount } from '../account-store.ts'
import { cookieOf } from '../sessions/session-cookie.ts'
import { expiryOf } from '../sessions/session-policy.ts'
import { endedByGrant } from '../set-admin.ts'
import { findSessionById } from '../sessions/session-store.ts'
import type { SessionDeps } from '../sessions/start-session.ts'

/** The claims of the caller. `ownsCard` is false if the page's card belongs to another owner. */
export async function readClaims(deps: SessionDeps, caller: Caller, request: Request, ownsCard: boolean): Promise<Claim[]> {
  const { db, clock } = deps
  if (caller.kind !== 'owner') {
    const Status = (await isEndedByGrant(deps, request)) ? 'AccessChanged' : 'NotAuthenticated'
    throw problem('not-logged-in', { extensions: { Status, Claims: [] } })
  }
  const [account, session] = await Promise.all([findAccount(db, caller.accountId), findSessionById(db, caller.sessionId)])
  if (!account || !session) throw problem('not-logged-in', { extensions: { Status: 'NotAuthenticated', Claims: [] } })
  const claims: Claim[] = [
    { type: 'sub', value: account.id },
    { type: 'sid', value: session.id },
    { type: 'name', value: account.name },
    { type: 'email', value: account.email },
    { type: 'amr', value: session.loginMethod },
    ...(account.isAdmin ? [{ type: 'role', value: 'admin' }] : []),
  ]
  // Logged in as another owner: the page ends this session and starts a new login.
  if (!ownsCard)
    throw problem('not-logged-in', { extensions: { Status: 'Invalid', Claims: [...claims, { type: 'isValid', value: 'false' }] } })
  const leftMs = expiryOf(session).getTime() - clock.now().getTime()
  return [
    ...claims,
    { type: 'bff:logout_url', value: `/bff/logout?sid=${session.id}` },
    { type: 'bff:session_expires_in', value: Math.max(0, Math.floor(leftMs / 1000)) },
  ]
}

/** True if the browser's session ended because its account became an administrator's. */
async function isEndedByGrant({ db, settings }: SessionDeps, request: Request): Promise<boolean> {
  const token = cookieOf(settings).read(request)
  return token !== null && token !== '' && (await isConsumed(db, endedByGrant, hashToken(token).toString('base64url')))
}
