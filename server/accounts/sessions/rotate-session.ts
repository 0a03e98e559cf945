import { hashToken } from '../../common/hash-token.ts'
import { writeKnownBrowser } from '../sign-in/known-browser.ts'
import { cookieOf } from './session-cookie.ts'
import { tokenRotation } from './session-policy.ts'
import { exchangeToken, findSession } from './session-store.ts'
import { newToken, type SessionDeps } from './start-session.ts'
import type { Session } from '../tables.ts'

/** Replaces the token of a session periodically, so that a copied one stops working. Returns the new cookies, if any. */
export async function rotateSession(deps: SessionDeps, request: Request): Promise<readonly string[]> {
  const { db, clock, settings } = deps
  const token = cookieOf(settings).read(request)
  const found = token ? await findSession(db, hashToken(token)) : null
  const now = clock.now()
  if (!token || !found) return []
  const ageMs = now.getTime() - found.session.exchangedAt.getTime()
  // A browser that still sends the previous token never got the new one: it gets another.
  if (ageMs < (found.isPreviousToken ? tokenRotation.graceMs : tokenRotation.everyMs)) return []
  // One transaction: ending this session meanwhile waits for it, and then also invalidates the known-browser cookie written here.
  return db.transaction((tx) => replaceToken({ ...deps, db: tx }, found.session, hashToken(token)))
}

/** Ends the token of the caller's session at once, in case it was copied. Returns the new cookies. */
export const renewSession = (deps: SessionDeps, session: Session): Promise<readonly string[]> => replaceToken(deps, session, null)

async function replaceToken(deps: SessionDeps, session: Session, previous: Buffer | null): Promise<readonly string[]> {
  const { db, clock, settings } = deps
  const now = clock.now()
  const next = newToken()
  const isExchanged = await exchangeToken(db, session, previous, hashToken(next), now)
  if (!isExchanged) return []
  const known = await writeKnownBrowser(deps, session.accountId)
  return [cookieOf(settings).write(next, (session.endsAt.getTime() - now.getTime()) / 1000), ...(known ? [known] : [])]
}
