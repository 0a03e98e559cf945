import type { Claim } from '#contract/accounts/accounts.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { findAccount } from '../account-store.ts'
import { endOf } from '../sessions/session-policy.ts'
import { findSessionById } from '../sessions/session-store.ts'
import type { SessionNeeds } from '../sessions/start-session.ts'

/** What a page may know of who is signed in. `ownsCard` is false where the page's card belongs to somebody else. */
export async function readClaims({ db, clock }: SessionNeeds, caller: Caller, ownsCard: boolean): Promise<Claim[]> {
  if (caller.kind === 'visitor') throw problem('not-signed-in', { said: { Status: 'NotAuthenticated', Claims: [] } })
  const [account, session] = await Promise.all([findAccount(db, caller.accountId), findSessionById(db, caller.sessionId)])
  if (!account || !session) throw problem('not-signed-in', { said: { Status: 'NotAuthenticated', Claims: [] } })
  const who: Claim[] = [
    { type: 'sub', value: account.id },
    { type: 'sid', value: session.id },
    { type: 'name', value: account.name },
    { type: 'email', value: account.email },
    { type: 'amr', value: session.way },
    ...(account.isOperator ? [{ type: 'role', value: 'operator' }] : []),
  ]
  // Signed in, but not at home here: the page ends this session and asks for another.
  if (!ownsCard) throw problem('not-signed-in', { said: { Status: 'Invalid', Claims: [...who, { type: 'isValid', value: 'false' }] } })
  const leftMs = endOf(session).getTime() - clock.now().getTime()
  return [
    ...who,
    { type: 'bff:logout_url', value: `/bff/logout?sid=${session.id}` },
    { type: 'bff:session_expires_in', value: Math.max(0, Math.floor(leftMs / 1000)) },
  ]
}
