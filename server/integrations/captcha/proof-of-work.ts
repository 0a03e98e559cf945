import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { consume } from '#server/database/consume.ts'
import type { Captcha, CaptchaDeps, CaptchaToken } from '../captcha.ts'
import { readCaptchaSecrets, readAcceptedSecrets, type CaptchaSecrets } from './read-captcha-secrets.ts'

const algorithm = 'PBKDF2/SHA-256'
const expiresAfterMs = 10 * 60 * 1000
/** How many keys a browser derives: about half a second with two workers on an average phone, at most one second. */
const counters = { min: 750, max: 1500 } as const

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

/** ALTCHA version 2: the browser computes for a moment; no third party is involved. */
export function proofOfWork({ settings, db, clock }: CaptchaDeps): Pick<Captcha, 'challenge' | 'verify'> {
  return {
    async challenge({ alias, action }) {
      const { createChallenge, deriveKey } = await loadAltcha()
      const { parameters, signature = '' } = await createChallenge({
        algorithm,
        cost: settings.captchaCost,
        counter: randomInt(counters.min, counters.max),
        deriveKey,
        expiresAt: new Date(clock.now().getTime() + expiresAfterMs),
        data: { action, alias: alias.toLowerCase() },
        ...signingKeys(await readCaptchaSecrets(db, clock)),
      })
      return { kind: 'proof-of-work', challenge: { parameters, signature } }
    },

    async verify(input) {
      const payload = readPayload(input.token)
      if (!payload) return { ok: false, reason: 'malformed' }
      const { parameters } = payload.challenge
      const expiresAtMs = parameters.expiresAt * 1000
      if (expiresAtMs < clock.now().getTime()) return { ok: false, reason: 'expired' }
      if (!(await isSolvedBy(payload, await readAcceptedSecrets(db, clock)))) return { ok: false, reason: 'wrong' }
      if (!isFor(input, parameters.data)) return { ok: false, reason: 'other-card' }
      // A solution is valid once across all instances.
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

async function isSolvedBy(payload: Payload, secretsList: CaptchaSecrets[]): Promise<boolean> {
  for (const secrets of secretsList) if (await isSolved(payload, secrets)) return true
  return false
}

async function isSolved(payload: Payload, secrets: CaptchaSecrets): Promise<boolean> {
  const { verifySolution, deriveKey } = await loadAltcha()
  try {
    return (await verifySolution({ ...payload, deriveKey, ...signingKeys(secrets) })).verified
  } catch {
    // The library throws on malformed input.
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
