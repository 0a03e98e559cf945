import { hashToken } from './hash-token.ts'
import { cookieOf } from './session-cookie.ts'
import { exchange } from './session-policy.ts'
import { exchangeToken, findSession } from './session-store.ts'
import { newToken, type SessionNeeds } from './start-session.ts'

/** Exchanges the token of a session from time to time, so that one that was copied does not last. The new cookie, or null. */
export async function rotateSession({ db, clock, settings }: SessionNeeds, request: Request): Promise<string | null> {
  const cookie = cookieOf(settings)
  const token = cookie.read(request)
  const found = token ? await findSession(db, hashToken(token)) : null
  const now = clock.now()
  if (!token || !found) return null
  const ageMs = now.getTime() - found.session.exchangedAt.getTime()
  // Who still shows the one before never got the new one: they are given another.
  if (ageMs < (found.isBefore ? exchange.graceMs : exchange.everyMs)) return null
  const next = newToken()
  const isOurs = await exchangeToken(db, found.session, hashToken(token), hashToken(next), now)
  return isOurs ? cookie.write(next, (found.session.endsAt.getTime() - now.getTime()) / 1000) : null
}
