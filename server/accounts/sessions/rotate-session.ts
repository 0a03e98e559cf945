import { hashToken } from '../../hash-token.ts'
import { writeKnown } from '../sign-in/known-browser.ts'
import { cookieOf } from './session-cookie.ts'
import { exchange } from './session-policy.ts'
import { exchangeToken, findSession } from './session-store.ts'
import { newToken, type SessionNeeds } from './start-session.ts'

/** Exchanges the token of a session from time to time, so that one that was copied does not last. The new cookies, if any. */
export async function rotateSession(needs: SessionNeeds, request: Request): Promise<readonly string[]> {
  const { db, clock, settings } = needs
  const cookie = cookieOf(settings)
  const token = cookie.read(request)
  const found = token ? await findSession(db, hashToken(token)) : null
  const now = clock.now()
  if (!token || !found) return []
  const ageMs = now.getTime() - found.session.exchangedAt.getTime()
  // Who still shows the one before never got the new one: they are given another.
  if (ageMs < (found.isBefore ? exchange.graceMs : exchange.everyMs)) return []
  const next = newToken()
  // In one step: whoever ends this session meanwhile comes after it, and what makes its browser known is of before.
  return db.transaction(async (tx) => {
    const isOurs = await exchangeToken(tx, found.session, hashToken(token), hashToken(next), now)
    if (!isOurs) return []
    const known = await writeKnown({ ...needs, db: tx }, found.session.accountId)
    return [cookie.write(next, (found.session.endsAt.getTime() - now.getTime()) / 1000), ...(known ? [known] : [])]
  })
}
