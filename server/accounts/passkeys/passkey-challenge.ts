import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readInstallation, readOrCreate, writeInstallation } from '#server/database/installation.ts'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import { cookieOf } from '../sessions/session-cookie.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { z } from 'zod'
import type { SessionDeps } from '../sessions/start-session.ts'

const lifeMs = 300_000

/**
 * A challenge for a device to sign: the HMAC of a nonce and its time, which this browser stores in a cookie. So the server stores
 * nothing until it is used, clients can't choose it, and another browser's response doesn't match. With a purpose, it is valid for that
 * purpose only.
 */
export async function newChallenge(deps: SessionDeps, purpose = ''): Promise<{ challenge: Buffer<ArrayBuffer>; cookie: string }> {
  const nonce = `${deps.clock.now().getTime()}-${randomBytes(16).toString('hex')}`
  const challenge = challengeOf(await readSecret(deps), nonce, purpose)
  return { challenge, cookie: cookieOf(deps.settings, 'passkey').write(nonce, lifeMs / 1000) }
}

/** True once, before it expires, for the challenge that this browser got for this purpose. */
export async function isOwnChallenge(deps: SessionDeps, request: Request, answered: string, purpose = ''): Promise<boolean> {
  const nonce = cookieOf(deps.settings, 'passkey').read(request)
  if (!nonce) return false
  const presented = Buffer.from(answered, 'base64url')
  const secrets = [await readSecret(deps), await readPreviousSecret(deps)]
  if (!secrets.some((secret) => secret && isSame(challengeOf(secret, nonce, purpose), presented))) return false
  const issuedMs = Number(nonce.split('-')[0])
  const ageMs = deps.clock.now().getTime() - issuedMs
  if (!(ageMs >= 0 && ageMs < lifeMs)) return false
  return consume(deps.db, 'passkey', answered, new Date(issuedMs + lifeMs))
}

/** Replaces the secret. The previous one stays valid until challenges signed with it have expired. */
export async function renewPasskeySecret({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  const before = { secret: await readSecret({ db, clock }), until: new Date(now.getTime() + lifeMs) }
  await writeInstallation(db, 'passkey-before', before, now)
  await writeInstallation(db, 'passkey', await makeSecret(), now)
}

type SecretDeps = Pick<SessionDeps, 'db' | 'clock'>
const makeSecret = async () => randomBytes(32).toString('hex')
const readSecret = async ({ db, clock }: SecretDeps) => z.string().parse(await readOrCreate(db, 'passkey', makeSecret, clock.now()))
const PreviousSecret = z.object({ secret: z.string(), until: z.coerce.date() })

async function readPreviousSecret({ db, clock }: SecretDeps): Promise<string | null> {
  const before = PreviousSecret.safeParse(await readInstallation(db, 'passkey-before'))
  return before.success && before.data.until > clock.now() ? before.data.secret : null
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
/** A separate key for each purpose: the client chooses the nonce, so in one string the two could be split differently. */
const challengeOf = (secret: string, nonce: string, purpose: string) => hmac(purpose === '' ? secret : hmac(secret, purpose), nonce)
const hmac = (key: string | Buffer, text: string): Buffer<ArrayBuffer> => Buffer.from(createHmac('sha256', key).update(text).digest())
