import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { forgetAllBrowsers, forgetBrowsers, forgetBrowsersByEmail } from '../account-store.ts'
import { writeKnownBrowser } from '../sign-in/known-browser.ts'
import { removeAllLinks } from '../mailed-links/link-store.ts'
import { deleteAllSessions, deleteOtherSessions, deleteSession, deleteSessionsOf, findSessionById } from './session-store.ts'
import type { OwnerSession } from './require-owner.ts'
import type { SessionDeps } from './start-session.ts'
import type { Session } from '../tables.ts'

/**
 * Ends one of the owner's sessions, or all but the current one. Ending another session also invalidates the account's known-browser
 * cookies; returns a new one for this browser.
 */
export async function endSession(deps: SessionDeps, { accountId, sessionId }: OwnerSession, id: string): Promise<string | null> {
  return deps.db.transaction(async (tx) => {
    if (id === sessionId) {
      if (!(await deleteSession(tx, accountId, id))) throw problem('not-found')
      return null
    }
    // Locks the account first, as signing in does: a concurrent sign-in finishes before, and its session is ended too.
    await forgetBrowsers(tx, accountId)
    // A password reset meanwhile ended this session: it must not end the sessions started after the reset.
    if (!(await findSessionById(tx, sessionId))) throw problem('not-logged-in')
    if (id === 'others') await deleteOtherSessions(tx, accountId, sessionId)
    else if (!(await deleteSession(tx, accountId, id))) throw problem('not-found')
    return writeKnownBrowser({ ...deps, db: tx }, accountId)
  })
}

/** Ends the caller's session, and returns it. */
export function endOwnSession(db: Db, { accountId, sessionId }: OwnerSession): Promise<Session | null> {
  return deleteSession(db, accountId, sessionId)
}

/** Ends every session of these accounts and invalidates their known-browser cookies. Returns the number of sessions. */
export async function endAllSessions(tx: Db, emails: string[]): Promise<number> {
  await forgetBrowsersByEmail(tx, emails)
  return deleteSessionsOf(tx, emails)
}

/** Ends every session of every account, and invalidates every mailed link and known-browser cookie. */
export async function signOutAllAccounts(tx: Db): Promise<void> {
  await deleteAllSessions(tx)
  await removeAllLinks(tx)
  await forgetAllBrowsers(tx)
}
