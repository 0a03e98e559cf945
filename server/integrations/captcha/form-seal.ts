import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { CaptchaToken, CaptchaVerdict } from '../captcha.ts'
import type { Clock } from '../clock.ts'

export const sealStart = 'form.'
/** Nobody types a name, a phone and an address faster; nobody comes back to a form the next day. */
const leastMs = 3000
const mostMs = 2 * 60 * 60 * 1000

const Sealed = z.object({ alias: z.string(), issuedAt: z.number(), submissionId: z.uuid() })

/** The moment a form was opened, in the form itself: it cannot be made up, and is good for one submission. */
export function makeSeal(secret: string, alias: string, now: Date): { submissionId: string; seal: string } {
  const submissionId = randomUUID()
  const sealed = JSON.stringify({ alias: alias.toLowerCase(), issuedAt: now.getTime(), submissionId })
  const said = Buffer.from(sealed).toString('base64url')
  return { submissionId, seal: `${sealStart}${said}.${sign(secret, said).toString('base64url')}` }
}

export async function checkSeal({ db, clock }: { db: Db; clock: Clock }, secrets: string[], given: CaptchaToken): Promise<CaptchaVerdict> {
  const [, said, mac, ...rest] = given.token.split('.')
  if (!said || !mac || rest.length > 0) return { ok: false, reason: 'malformed' }
  const theirs = Buffer.from(mac, 'base64url')
  if (!secrets.some((secret) => isSame(sign(secret, said), theirs))) return { ok: false, reason: 'wrong' }

  // Signed by us, so it is what we wrote.
  const { alias, issuedAt, submissionId } = Sealed.parse(JSON.parse(Buffer.from(said, 'base64url').toString('utf8')))
  if (alias !== given.alias.toLowerCase()) return { ok: false, reason: 'other-card' }
  // A clock that went back since does not make somebody hasty.
  const ageMs = Math.abs(clock.now().getTime() - issuedAt)
  if (ageMs > mostMs) return { ok: false, reason: 'expired' }
  // Not used up: whoever was too fast may press again.
  if (ageMs < leastMs) return { ok: false, reason: 'wrong' }
  const isFirst = await consume(db, 'form', submissionId, new Date(issuedAt + mostMs))
  return isFirst ? { ok: true, isProved: false } : { ok: false, reason: 'used' }
}

const isSame = (ours: Buffer, theirs: Buffer) => ours.length === theirs.length && timingSafeEqual(ours, theirs)
const sign = (secret: string, said: string) => createHmac('sha256', secret).update(sealStart).update(said).digest()
