import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { spend } from '#server/db/spend.ts'
import { cookieOf } from './session-cookie.ts'
import type { SessionNeeds } from './start-session.ts'

const lifeSeconds = 300

/**
 * What a device is to sign: made of a secret that only this browser keeps, in a cookie. So nothing has to be remembered here
 * before it is used, and another browser's answer fits nowhere.
 */
export function newChallenge({ settings }: Pick<SessionNeeds, 'settings'>): { challenge: Buffer<ArrayBuffer>; cookie: string } {
  const secret = randomBytes(32).toString('base64url')
  return { challenge: challengeOf(secret), cookie: cookieOf(settings, 'passkey').write(secret, lifeSeconds) }
}

/** True once, for the challenge this browser was given. */
export async function isOwnChallenge(needs: SessionNeeds & { db: Db }, request: Request, answered: string): Promise<boolean> {
  const secret = cookieOf(needs.settings, 'passkey').read(request)
  if (!secret || challengeOf(secret).toString('base64url') !== answered) return false
  return spend(needs.db, 'passkey', answered, new Date(needs.clock.now().getTime() + lifeSeconds * 1000))
}

const challengeOf = (secret: string) => createHash('sha256').update(`passkey ${secret}`).digest()
