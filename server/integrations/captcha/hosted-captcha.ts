import { z } from 'zod'
import { createBreakers } from '../breaker.ts'
import { createJsonClient } from '../json-client.ts'
import type { Captcha, CaptchaDeps, CaptchaToken, CaptchaVerdict } from '../captcha.ts'

type Kind = 'recaptcha' | 'turnstile'
const providers = {
  recaptcha: { base: 'https://www.google.com', verify: '/recaptcha/api/siteverify', script: '/recaptcha/api.js' },
  turnstile: { base: 'https://challenges.cloudflare.com', verify: '/turnstile/v0/siteverify', script: '/turnstile/v0/api.js' },
} as const

const minScore = 0.5
const plainToken = /^[\w.-]{1,2048}$/
/** reCAPTCHA’s tokens are longer, with the same characters. */
const longToken = /^[\w.-]{1,8000}$/

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().default(''),
  hostname: z.string().default(''),
  'error-codes': z.array(z.string()).default([]),
})
type Answer = z.output<typeof Answer>

/** Verifies reCAPTCHA or Turnstile tokens. The visitor’s IP address is not sent. */
export function hostedCaptcha(
  { settings, log, breakers = createBreakers(), timeoutMs = 3000 }: CaptchaDeps,
  kind: Kind,
): Pick<Captcha, 'challenge' | 'verify'> {
  const { captchaSiteKey: siteKey, captchaSecret: secret, captchaUrl, publicUrl } = settings
  const base = (captchaUrl || providers[kind].base).replace(/\/$/, '')
  const post = createJsonClient(base, { timeoutMs, bytesMax: 20_000, breaker: breakers.of('captcha') })
  const script = new URL(base + providers[kind].script)
  script.searchParams.set('render', kind === 'recaptcha' ? siteKey : 'explicit')

  return {
    challenge: async () => ({ kind, siteKey, script: script.href }),

    async verify(input) {
      if (!(kind === 'turnstile' ? plainToken : longToken).test(input.token)) return { ok: false, reason: 'malformed' }
      const url = new URL(base + providers[kind].verify)
      const response = await post(url, { form: { secret, response: input.token } })
      const parsed = response.ok ? Answer.safeParse(response.body) : null
      const failure = failureReason(response.ok ? 'invalid-response' : response.reason, parsed?.data)
      if (failure === null && parsed?.data) return judge(kind, parsed.data, input, new URL(publicUrl).hostname)
      log.warn('captcha-provider-down', { provider: kind, reason: failure })
      return { ok: true, isProved: false }
    },
  }
}

/** Why the answer is no verdict about the visitor; null if it is. A wrong secret is a configuration error. */
function failureReason(reason: string, answer: Answer | undefined): string | null {
  if (!answer) return reason
  return answer['error-codes'].find((code) => /secret|^internal-error$|^bad-request$/.test(code)) ?? null
}

function judge(kind: Kind, answer: Answer, { action }: CaptchaToken, hostname: string): CaptchaVerdict {
  if (!answer.success) return { ok: false, reason: answer['error-codes'].includes('timeout-or-duplicate') ? 'used' : 'wrong' }
  if (answer.hostname !== hostname || answer.action !== actionFor(kind, action)) return { ok: false, reason: 'other-card' }
  if (kind === 'recaptcha' && (answer.score ?? 0) < minScore) return { ok: false, reason: 'low-score' }
  return { ok: true, isProved: true }
}

/** Turnstile allows no slash and 32 characters. The page uses the same name. */
const actionFor = (kind: Kind, action: string) => (kind === 'turnstile' ? action.replaceAll(/[^\w-]/g, '_').slice(0, 32) : action)
