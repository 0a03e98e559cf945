import type { OwnSession } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { OwnerSession } from './require-owner.ts'
import { expiryOf, isExpired } from './session-policy.ts'
import { listSessionsOf } from './session-store.ts'

/** The active sessions of an account, most recently used first. */
export async function listSessions({ db, clock }: { db: Db; clock: Clock }, { accountId, sessionId }: OwnerSession): Promise<OwnSession[]> {
  const now = clock.now()
  const all = await listSessionsOf(db, accountId, now)
  return all
    .filter((session) => !isExpired(session, now))
    .map((session) => ({
      id: session.id,
      device: session.device,
      signedInAt: session.signedInAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      endsAt: expiryOf(session).toISOString(),
      isThisOne: session.id === sessionId,
    }))
}
