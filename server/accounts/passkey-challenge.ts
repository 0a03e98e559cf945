import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readOrKeep } from '#server/db/installation.ts'
import { spend } from '#server/db/spend.ts'
import { cookieOf } from './session-cookie.ts'
import type { SessionNeeds } from './start-session.ts'

const lifeMs = 300_000

/**
 * What a device is to sign: sealed with the moment it was given out, and kept by this browser alone, in a cookie. So nothing has
 * to be remembered here before it is used, nobody can choose one, and another browser's answer fits nowhere.
 */
export async function newChallenge(needs: SessionNeeds): Promise<{ challenge: Buffer<ArrayBuffer>; cookie: string }> {
  const said = `${needs.clock.now().getTime()}-${randomBytes(16).toString('hex')}`
  const challenge = await challengeOf(needs, said)
  return { challenge, cookie: cookieOf(needs.settings, 'passkey').write(said, lifeMs / 1000) }
}

/** True once, within its time, for the challenge this browser was given. */
export async function isOwnChallenge(needs: SessionNeeds, request: Request, answered: string): Promise<boolean> {
  const said = cookieOf(needs.settings, 'passkey').read(request)
  if (!said) return false
  const [ours, theirs] = [await challengeOf(needs, said), Buffer.from(answered, 'base64url')]
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return false
  const issuedMs = Number(said.split('-')[0])
  const ageMs = needs.clock.now().getTime() - issuedMs
  if (!(ageMs >= 0 && ageMs < lifeMs)) return false
  return spend(needs.db, 'passkey', answered, new Date(issuedMs + lifeMs))
}

async function challengeOf({ db, clock }: SessionNeeds, said: string): Promise<Buffer<ArrayBuffer>> {
  const secret = await readOrKeep(db, 'passkey', async () => randomBytes(32).toString('hex'), clock.now())
  return Buffer.from(createHmac('sha256', String(secret)).update(said).digest())
}
