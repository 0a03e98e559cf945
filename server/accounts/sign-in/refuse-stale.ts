import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { lockAccount } from '../account-store.ts'
import { isFresh } from '../sessions/session-policy.ts'
import { findSessionById } from '../sessions/session-store.ts'

type Needs = { db: Db; clock: Clock }

/** A device left open is not enough for what cannot be taken back. */
export async function refuseStale(needs: Needs, mine: { sessionId: string }): Promise<void> {
  if (!(await readFreshness(needs, mine))) throw problem('sign-in-again')
}

/**
 * The same in one step with what is done, in its transaction: with the account held, whoever shuts everybody out meanwhile is waited for,
 * and seen.
 */
export async function holdFresh(needs: Needs, mine: { accountId: string; sessionId: string }): Promise<void> {
  await lockAccount(needs.db, mine.accountId)
  await refuseStale(needs, mine)
}

/** Whether somebody signed in here only just now. */
export async function readFreshness({ db, clock }: Needs, { sessionId }: { sessionId: string }): Promise<boolean> {
  const session = await findSessionById(db, sessionId)
  return session !== null && isFresh(session.signedInAt, clock.now())
}
