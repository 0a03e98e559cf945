import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { contacts } from '#contract/contacts.ts'
import type { Db } from '#server/database/database.ts'
import type { Settings } from '#server/settings.ts'
import type { Breakers } from './breaker.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { checkSeal, createDelay, makeSeal, sealStart } from './captcha/form-seal.ts'
import { hostedCaptcha } from './captcha/hosted-captcha.ts'
import { proofOfWork } from './captcha/proof-of-work.ts'
import { readCaptchaSecrets, readAcceptedSecrets } from './captcha/read-captcha-secrets.ts'

/** `isProved` is false if no check was possible: no script ran, or the provider is down. Better than losing a lead. */
export type CaptchaVerdict = { ok: true; isProved: boolean } | { ok: false; reason: CaptchaReason }
type CaptchaReason = 'missing' | 'malformed' | 'expired' | 'wrong' | 'used' | 'other-card' | 'low-score' | 'provider-down'
export type ChallengeAnswer = z.output<(typeof contacts)['contacts.challenge']['output']>

export type Captcha = {
  challenge(of: { alias: string; action: string }): Promise<ChallengeAnswer>
  verify(input: CaptchaToken): Promise<CaptchaVerdict>
  /** For forms without script: proves that the form was opened a while ago, and allows one submission. */
  seal(alias: string): Promise<{ submissionId: string; seal: string }>
}
export type CaptchaToken = { token: string; action: string; alias: string }

export type CaptchaSettings = Pick<Settings, 'captcha' | 'captchaCost' | 'captchaSiteKey' | 'captchaSecret' | 'captchaUrl' | 'publicUrl'>
export type CaptchaDeps = {
  settings: CaptchaSettings
  db: Db
  clock: Clock
  log: Log
  breakers?: Breakers
  timeoutMs?: number
  wait?: (ms: number) => Promise<unknown>
}

/** Longer than any valid token. */
const tokenCharactersMax = 8000

/** The configured bot protection of the contact form. */
export function createCaptcha(deps: CaptchaDeps): Captcha {
  const { settings, db, clock, wait = sleep } = deps
  const { challenge, verify } = settings.captcha === 'proof-of-work' ? proofOfWork(deps) : hostedCaptcha(deps, settings.captcha)
  const delay = createDelay(wait)
  const formSecrets = async () => (await readAcceptedSecrets(db, clock)).map(({ form }) => form)
  return {
    challenge,
    async verify(input) {
      if (input.token === '') return { ok: false, reason: 'missing' }
      if (input.token.length > tokenCharactersMax) return { ok: false, reason: 'malformed' }
      return input.token.startsWith(sealStart) ? checkSeal({ db, clock, delay }, await formSecrets(), input) : verify(input)
    },
    seal: async (alias) => makeSeal((await readCaptchaSecrets(db, clock)).form, alias, clock.now()),
  }
}
