import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readInstallation, readOrCreate, writeInstallation } from '#server/database/installation.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import { cookieOf } from '../sessions/session-cookie.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { z } from 'zod'
import type { SessionNeeds } from '../sessions/start-session.ts'

const lifeMs = 300_000

/**
 * What a device is to sign: sealed with the moment it was given out, and kept by this browser alone, in a cookie. So nothing has
 * to be remembered here before it is used, nobody can choose one, and another browser's answer fits nowhere.
 */
export async function newChallenge(needs: SessionNeeds): Promise<{ challenge: Buffer<ArrayBuffer>; cookie: string }> {
  const said = `${needs.clock.now().getTime()}-${randomBytes(16).toString('hex')}`
  const challenge = sealed(await readSecret(needs), said)
  return { challenge, cookie: cookieOf(needs.settings, 'passkey').write(said, lifeMs / 1000) }
}

/** True once, within its time, for the challenge this browser was given. */
export async function isOwnChallenge(needs: SessionNeeds, request: Request, answered: string): Promise<boolean> {
  const said = cookieOf(needs.settings, 'passkey').read(request)
  if (!said) return false
  const theirs = Buffer.from(answered, 'base64url')
  const secrets = [await readSecret(needs), await readSecretBefore(needs)]
  if (!secrets.some((secret) => secret && isSame(sealed(secret, said), theirs))) return false
  const issuedMs = Number(said.split('-')[0])
  const ageMs = needs.clock.now().getTime() - issuedMs
  if (!(ageMs >= 0 && ageMs < lifeMs)) return false
  return consume(needs.db, 'passkey', answered, new Date(issuedMs + lifeMs))
}

/** A new secret from now on; who is in the middle of it ends with the one before. */
export async function renewPasskeySecret({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  const before = { secret: await readSecret({ db, clock }), until: new Date(now.getTime() + lifeMs) }
  await writeInstallation(db, 'passkey-before', before, now)
  await writeInstallation(db, 'passkey', await makeSecret(), now)
}

type Reading = Pick<SessionNeeds, 'db' | 'clock'>
const makeSecret = async () => randomBytes(32).toString('hex')
const readSecret = async ({ db, clock }: Reading) => z.string().parse(await readOrCreate(db, 'passkey', makeSecret, clock.now()))
const Before = z.object({ secret: z.string(), until: z.coerce.date() })

async function readSecretBefore({ db, clock }: Reading): Promise<string | null> {
  const before = Before.safeParse(await readInstallation(db, 'passkey-before'))
  return before.success && before.data.until > clock.now() ? before.data.secret : null
}

const isSame = (ours: Buffer, theirs: Buffer) => ours.length === theirs.length && timingSafeEqual(ours, theirs)
const sealed = (secret: string, said: string): Buffer<ArrayBuffer> => Buffer.from(createHmac('sha256', secret).update(said).digest())
