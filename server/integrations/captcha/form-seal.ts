import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#server/database/database.ts'
import { consume } from '#server/database/consume.ts'
import type { CaptchaToken, CaptchaVerdict } from '../captcha.ts'
import type { Clock } from '../clock.ts'

export const sealStart = 'form.'
/** A person needs longer than `minAgeMs` to fill in the form, but not with autofill: an earlier submission is delayed until then. */
const minAgeMs = 3000
/** Submissions an instance delays at a time. Beyond that they fail, and can be sent again. */
const delayedMax = 50
const maxAgeMs = 2 * 60 * 60 * 1000

const SealContent = z.object({ alias: z.string(), issuedAt: z.number(), submissionId: z.uuid() })

/** A signed token with the time the form was opened, valid for one submission. */
export function makeSeal(secret: string, alias: string, now: Date): { submissionId: string; seal: string } {
  const submissionId = randomUUID()
  const sealed = JSON.stringify({ alias: alias.toLowerCase(), issuedAt: now.getTime(), submissionId })
  const payload = Buffer.from(sealed).toString('base64url')
  return { submissionId, seal: `${sealStart}${payload}.${sign(secret, payload).toString('base64url')}` }
}

type Delay = (ms: number) => Promise<boolean>

/** Waits and returns true, or returns false at once if too many wait. */
export function createDelay(wait: (ms: number) => Promise<unknown>): Delay {
  let delayed = 0
  return async (ms) => {
    if (delayed >= delayedMax) return false
    delayed++
    await wait(ms).finally(() => delayed--)
    return true
  }
}

type SealDeps = { db: Db; clock: Clock; delay: Delay }

export async function checkSeal({ db, clock, delay }: SealDeps, secrets: string[], input: CaptchaToken): Promise<CaptchaVerdict> {
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
  // If it isn’t delayed it isn't consumed: the person can submit again.
  if (ageMs < minAgeMs && !(await delay(minAgeMs - ageMs))) return { ok: false, reason: 'wrong' }
  const isFirst = await consume(db, 'form', submissionId, new Date(issuedAt + maxAgeMs))
  return isFirst ? { ok: true, isProved: false } : { ok: false, reason: 'used' }
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
const sign = (secret: string, payload: string) => createHmac('sha256', secret).update(sealStart).update(payload).digest()
