import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { forgetAllBrowsers, forgetBrowsers, forgetBrowsersOf } from './account-store.ts'
import { removeAllLinks } from './link-store.ts'
import { deleteAllSessions, deleteOtherSessions, deleteSession, deleteSessionsOf } from './session-store.ts'
import type { Session } from './tables.ts'

type Mine = { accountId: string; sessionId: string }

/** Ends one of one's own sessions on every instance, or all but the one that asks. What ends elsewhere is not known any more either. */
export async function endSession(db: Db, { accountId, sessionId }: Mine, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    // The account first, as who signs in: whoever is on their way in is waited for, and seen.
    if (id !== sessionId) await forgetBrowsers(tx, accountId)
    if (id === 'others') await deleteOtherSessions(tx, accountId, sessionId)
    else if (!(await deleteSession(tx, accountId, id))) throw problem('not-found')
  })
}

/** Ends the session that asks, and says what it was. */
export function endOwnSession(db: Db, { accountId, sessionId }: Mine): Promise<Session | null> {
  return deleteSession(db, accountId, sessionId)
}

/** Signs these people out everywhere, in browsers that are known too, and says of how many sessions. */
export async function endAllSessions(tx: Db, emails: string[]): Promise<number> {
  await forgetBrowsersOf(tx, emails)
  return deleteSessionsOf(tx, emails)
}

/** Nobody is signed in any more, anywhere, and no mailed link leads in. */
export async function signEverybodyOut(tx: Db): Promise<void> {
  await deleteAllSessions(tx)
  await removeAllLinks(tx)
  await forgetAllBrowsers(tx)
}
