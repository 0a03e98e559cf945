import type { OwnSession } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { endOf, isOver } from './session-policy.ts'
import { listSessionsOf } from './session-store.ts'

/** Where somebody is signed in, the latest first. */
export async function listSessions(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<OwnSession[]> {
  const now = clock.now()
  const all = await listSessionsOf(db, accountId, now)
  return all
    .filter((session) => !isOver(session, now))
    .map((session) => ({
      id: session.id,
      device: session.device,
      signedInAt: session.signedInAt.toISOString(),
      seenAt: session.seenAt.toISOString(),
      endsAt: endOf(session).toISOString(),
      isThisOne: session.id === sessionId,
    }))
}
