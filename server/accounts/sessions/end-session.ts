import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { forgetAllBrowsers, forgetBrowsers, forgetBrowsersOf } from '../account-store.ts'
import { writeKnown } from '../sign-in/known-browser.ts'
import { removeAllLinks } from '../mailed-links/link-store.ts'
import { deleteAllSessions, deleteOtherSessions, deleteSession, deleteSessionsOf, findSessionById } from './session-store.ts'
import type { SessionNeeds } from './start-session.ts'
import type { Session } from '../tables.ts'

type Mine = { accountId: string; sessionId: string }

/**
 * Ends one of one's own sessions on every instance, or all but the one that asks. What ends elsewhere is not known any more either;
 * the cookie by which this browser goes on being known, if it does.
 */
export async function endSession(needs: SessionNeeds, { accountId, sessionId }: Mine, id: string): Promise<string | null> {
  return needs.db.transaction(async (tx) => {
    if (id === sessionId) {
      if (!(await deleteSession(tx, accountId, id))) throw problem('not-found')
      return null
    }
    // The account first, as who signs in: whoever is on their way in is waited for, and seen.
    await forgetBrowsers(tx, accountId)
    // Whoever chose a new password meanwhile ended this session, and it ends none of theirs.
    if (!(await findSessionById(tx, sessionId))) throw problem('not-signed-in')
    if (id === 'others') await deleteOtherSessions(tx, accountId, sessionId)
    else if (!(await deleteSession(tx, accountId, id))) throw problem('not-found')
    return writeKnown({ ...needs, db: tx }, accountId)
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
