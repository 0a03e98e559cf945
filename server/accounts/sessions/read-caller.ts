import { recordUse } from '#server/database/card-figures.ts'
import { isAway, isReadOnly, isShardAway } from '#server/database/is-away.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Log } from '#server/integrations/log.ts'
import { hashToken } from '../../common/hash-token.ts'
import { cookieOf } from './session-cookie.ts'
import { tokenRotation, isExpired, touchIntervalMs } from './session-policy.ts'
import { findSession, touchSession } from './session-store.ts'
import type { SessionDeps } from './start-session.ts'

const visitor: Caller = { kind: 'visitor' }

/** The caller, by their session cookie. Reads the session on every request, so that an ended one stops working at once. */
export async function readCaller({ db, clock, log, settings }: SessionDeps & { log: Log }, request: Request): Promise<Caller> {
  const token = cookieOf(settings).read(request)
  if (!token) return visitor
  const now = clock.now()
  const found = await findSession(db, hashToken(token))
  if (!found || isExpired(found.session, now)) return visitor
  const { session, subjectIds, isAdmin, isPreviousToken } = found
  // Polling requests mark themselves, and don't extend the session.
  const isPoll = new URL(request.url).searchParams.get('slide') === 'false'
  // The response with a new token may be lost: the previous token stays valid until the new one has been used.
  const isConfirmed =
    !isPreviousToken && session.previousHash !== null && now.getTime() - session.exchangedAt.getTime() > tokenRotation.graceMs
  const isTouchDue = now.getTime() - session.lastUsedAt.getTime() > touchIntervalMs
  if (!isPoll && (isTouchDue || isConfirmed))
    await touchSession(db, session, now, isConfirmed).catch((error: unknown) => {
      // A read-only database still identifies callers.
      if (!isReadOnly(error)) throw error
    })
  if (!isPoll && isTouchDue)
    // In a transaction, which is retried after a deadlock with a batch of views.
    await db
      .transaction((tx) => recordUse(tx, subjectIds, now))
      .catch((error: unknown) => {
        if (!isAway(error) && !isShardAway(error)) log.warn('last-use-not-recorded', { error })
      })
  return { kind: 'owner', accountId: session.accountId, sessionId: session.id, subjectIds, isAdmin }
}
