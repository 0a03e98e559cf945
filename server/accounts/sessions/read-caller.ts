import { isReadOnly } from '#server/database/is-away.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { hashToken } from '../../hash-token.ts'
import { cookieOf } from './session-cookie.ts'
import { exchange, isOver, seenEveryMs } from './session-policy.ts'
import { findSession, touchSession } from './session-store.ts'
import type { SessionNeeds } from './start-session.ts'

const nobody: Caller = { kind: 'visitor' }

/** Who calls, by the session their browser carries: read anew each time, so that what was ended is over at once. */
export async function readCaller({ db, clock, settings }: SessionNeeds, request: Request): Promise<Caller> {
  const token = cookieOf(settings).read(request)
  if (!token) return nobody
  const now = clock.now()
  const found = await findSession(db, hashToken(token))
  if (!found || isOver(found.session, now)) return nobody
  const { session, subjectIds, isOperator, isBefore } = found
  // Polling says so, and does not keep a session alive.
  const isPoll = new URL(request.url).searchParams.get('slide') === 'false'
  // On a bad network the answer that carried the new token may be lost: the one before is good until the new one is seen.
  const isSettled = !isBefore && session.beforeHash !== null && now.getTime() - session.exchangedAt.getTime() > exchange.graceMs
  const isLong = now.getTime() - session.seenAt.getTime() > seenEveryMs
  if (!isPoll && (isLong || isSettled)) await touchSession(db, session, now, isSettled).catch(unlessReadOnly)
  return { kind: 'owner', accountId: session.accountId, sessionId: session.id, subjectIds, isOperator }
}

/** A database that takes no writes still says who somebody is. */
function unlessReadOnly(error: unknown) {
  if (!isReadOnly(error)) throw error
}
