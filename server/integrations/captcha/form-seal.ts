import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { CaptchaToken, CaptchaVerdict } from '../captcha.ts'
import type { Clock } from '../clock.ts'

export const sealStart = 'form.'
/** A person needs longer than `minAgeMs` to fill in the form. */
const minAgeMs = 3000
const maxAgeMs = 2 * 60 * 60 * 1000

const SealContent = z.object({ alias: z.string(), issuedAt: z.number(), submissionId: z.uuid() })

/** A signed token with the time the form was opened, valid for one submission. */
export function makeSeal(secret: string, alias: string, now: Date): { submissionId: string; seal: string } {
  const submissionId = randomUUID()
  const sealed = JSON.stringify({ alias: alias.toLowerCase(), issuedAt: now.getTime(), submissionId })
  const payload = Buffer.from(sealed).toString('base64url')
  return { submissionId, seal: `${sealStart}${payload}.${sign(secret, payload).toString('base64url')}` }
}

export async function checkSeal({ db, clock }: { db: Db; clock: Clock }, secrets: string[], input: CaptchaToken): Promise<CaptchaVerdict> {
  const [, payload, mac, ...rest] = input.token.split('.')
  if (!payload || !mac || rest.length > 0) return { ok: false, reason: 'malformed' }
  const signature = Buffer.from(mac, 'base64url')
  if (!secrets.some((secret) => isSame(sign(secret, payload), signature))) return { ok: false, reason: 'wrong' }

  // The signature is valid, so the content is ours.
  const { alias, issuedAt, submissionId } = SealContent.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (alias !== input.alias.toLowerCase()) return { ok: false, reason: 'other-card' }
  // The absolute value tolerates a clock that was set back.
  const ageMs = Math.abs(clock.now().getTime() - issuedAt)
  if (ageMs > maxAgeMs) return { ok: false, reason: 'expired' }
  // Not consumed: a person who was too fast can submit again.
  if (ageMs < minAgeMs) return { ok: false, reason: 'wrong' }
  const isFirst = await consume(db, 'form', submissionId, new Date(issuedAt + maxAgeMs))
  return isFirst ? { ok: true, isProved: false } : { ok: false, reason: 'used' }
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
const sign = (secret: string, payload: string) => createHmac('sha256', secret).update(sealStart).update(payload).digest()
