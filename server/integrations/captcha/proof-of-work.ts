import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { consume } from '#server/database/consume.ts'
import type { Captcha, CaptchaNeeds, CaptchaToken } from '../captcha.ts'
import { readCaptchaSecrets, readKept, type CaptchaSecrets } from './read-captcha-secrets.ts'

const algorithm = 'PBKDF2/SHA-256'
const expiresAfterMs = 10 * 60 * 1000
/** How many keys a browser derives: with the usual cost about half a second for two workers of a middle phone, at most one. */
const tries = { least: 750, most: 1500 } as const

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(algorithm),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
      data: z.object({ alias: z.string(), action: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})
type Payload = z.output<typeof Payload>

/** ALTCHA, version 2: a browser works for a moment, and nobody outside hears of it. */
export function proofOfWork({ settings, db, clock }: CaptchaNeeds): Pick<Captcha, 'challenge' | 'verify'> {
  return {
    async challenge({ alias, action }) {
      const { createChallenge, deriveKey } = await loadAltcha()
      const { parameters, signature = '' } = await createChallenge({
        algorithm,
        cost: settings.captchaCost,
        counter: randomInt(tries.least, tries.most),
        deriveKey,
        expiresAt: new Date(clock.now().getTime() + expiresAfterMs),
        data: { action, alias: alias.toLowerCase() },
        ...signingKeys(await readCaptchaSecrets(db, clock)),
      })
      return { kind: 'proof-of-work', challenge: { parameters, signature } }
    },

    async verify(given) {
      const payload = readPayload(given.token)
      if (!payload) return { ok: false, reason: 'malformed' }
      const { parameters } = payload.challenge
      const expiresAtMs = parameters.expiresAt * 1000
      if (expiresAtMs < clock.now().getTime()) return { ok: false, reason: 'expired' }
      if (!(await isSolvedBy(payload, await readKept(db, clock)))) return { ok: false, reason: 'wrong' }
      if (!isFor(given, parameters.data)) return { ok: false, reason: 'other-card' }
      // The same solution would pass again: whoever comes first has it, on all instances.
      const isFirst = await consume(db, 'captcha', parameters.nonce, new Date(expiresAtMs))
      return isFirst ? { ok: true, isProved: true } : { ok: false, reason: 'used' }
    },
  }
}

function readPayload(token: string): Payload | null {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

async function isSolvedBy(payload: Payload, kept: CaptchaSecrets[]): Promise<boolean> {
  for (const secrets of kept) if (await isSolved(payload, secrets)) return true
  return false
}

async function isSolved(payload: Payload, secrets: CaptchaSecrets): Promise<boolean> {
  const { verifySolution, deriveKey } = await loadAltcha()
  try {
    return (await verifySolution({ ...payload, deriveKey, ...signingKeys(secrets) })).verified
  } catch {
    // The library throws at what it cannot read.
    return false
  }
}

const isFor = ({ alias, action }: CaptchaToken, data: { alias: string; action: string }) =>
  data.alias === alias.toLowerCase() && data.action === action
const signingKeys = ({ challenge, key }: CaptchaSecrets) => ({ hmacSignatureSecret: challenge, hmacKeySignatureSecret: key })

async function loadAltcha() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ])
  return { createChallenge, verifySolution, deriveKey }
}
