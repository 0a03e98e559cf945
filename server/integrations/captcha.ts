import type { z } from 'zod'
import type { contacts } from '#contract/contacts.ts'
import type { Db } from '#server/database/database.ts'
import type { Settings } from '#server/settings.ts'
import type { Breakers } from './breaker.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { checkSeal, makeSeal, sealStart } from './captcha/form-seal.ts'
import { outsideProvider } from './captcha/outside-provider.ts'
import { proofOfWork } from './captcha/proof-of-work.ts'
import { readCaptchaSecrets, readKept } from './captcha/read-captcha-secrets.ts'

/** `isProved` is false where nobody could say: no script ran, or the provider is down. Better than a lead that is lost. */
export type CaptchaVerdict = { ok: true; isProved: boolean } | { ok: false; reason: CaptchaReason }
type CaptchaReason = 'missing' | 'malformed' | 'expired' | 'wrong' | 'used' | 'other-card' | 'low-score' | 'provider-down'
export type ChallengeAnswer = z.output<(typeof contacts)['contacts.challenge']['output']>

export type Captcha = {
  challenge(of: { alias: string; action: string }): Promise<ChallengeAnswer>
  verify(given: CaptchaToken): Promise<CaptchaVerdict>
  /** For a form without script: it shows that somebody opened the form a while ago, and sends it once. */
  seal(alias: string): Promise<{ submissionId: string; seal: string }>
}
export type CaptchaToken = { token: string; action: string; alias: string }

export type CaptchaSettings = Pick<Settings, 'captcha' | 'captchaCost' | 'captchaSiteKey' | 'captchaSecret' | 'captchaUrl' | 'publicUrl'>
export type CaptchaNeeds = { settings: CaptchaSettings; db: Db; clock: Clock; log: Log; breakers?: Breakers; timeoutMs?: number }

/** Longer than anything that is ours or a provider's. */
const tokenLettersMax = 8000

/** What keeps machines from the contact form, as the operator chose it. */
export function createCaptcha(needs: CaptchaNeeds): Captcha {
  const { settings, db, clock } = needs
  const { challenge, verify } = settings.captcha === 'proof-of-work' ? proofOfWork(needs) : outsideProvider(needs, settings.captcha)
  const formSecrets = async () => (await readKept(db, clock)).map(({ form }) => form)
  return {
    challenge,
    async verify(given) {
      if (given.token === '') return { ok: false, reason: 'missing' }
      if (given.token.length > tokenLettersMax) return { ok: false, reason: 'malformed' }
      return given.token.startsWith(sealStart) ? checkSeal({ db, clock }, await formSecrets(), given) : verify(given)
    },
    seal: async (alias) => makeSeal((await readCaptchaSecrets(db, clock)).form, alias, clock.now()),
  }
}
