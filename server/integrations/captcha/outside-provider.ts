import { z } from 'zod'
import { createBreakers } from '../breaker.ts'
import { providerAt } from '../call-provider.ts'
import type { Captcha, CaptchaNeeds, CaptchaToken, CaptchaVerdict } from '../captcha.ts'

type Kind = 'recaptcha' | 'turnstile'
const providers = {
  recaptcha: { base: 'https://www.google.com', verify: '/recaptcha/api/siteverify', script: '/recaptcha/api.js' },
  turnstile: { base: 'https://challenges.cloudflare.com', verify: '/turnstile/v0/siteverify', script: '/turnstile/v0/api.js' },
} as const

const scoreLeast = 0.5
const plainToken = /^[\w.-]{1,2048}$/
/** reCAPTCHA’s tokens are longer, of the same letters. */
const longToken = /^[\w.-]{1,8000}$/

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().default(''),
  hostname: z.string().default(''),
  'error-codes': z.array(z.string()).default([]),
})
type Answer = z.output<typeof Answer>

/** Google’s or Cloudflare’s word that a person sent the form. They are asked for nothing else, and told no address. */
export function outsideProvider(
  { settings, log, breakers = createBreakers(), timeoutMs = 3000 }: CaptchaNeeds,
  kind: Kind,
): Pick<Captcha, 'challenge' | 'verify'> {
  const { captchaSiteKey: siteKey, captchaSecret: secret, captchaUrl, publicUrl } = settings
  const base = (captchaUrl || providers[kind].base).replace(/\/$/, '')
  const ask = providerAt(base, { timeoutMs, bytesMax: 20_000, breaker: breakers.of('captcha') })
  const script = new URL(base + providers[kind].script)
  script.searchParams.set('render', kind === 'recaptcha' ? siteKey : 'explicit')

  return {
    challenge: async () => ({ kind, siteKey, script: script.href }),

    async verify(given) {
      if (!(kind === 'turnstile' ? plainToken : longToken).test(given.token)) return { ok: false, reason: 'malformed' }
      const url = new URL(base + providers[kind].verify)
      const said = await ask(url, { form: { secret, response: given.token } })
      const parsed = said.ok ? Answer.safeParse(said.body) : null
      const trouble = troubleOf(said.ok ? 'not-understood' : said.reason, parsed?.data)
      if (trouble === null && parsed?.data) return judge(kind, parsed.data, given, new URL(publicUrl).hostname)
      log.warn('captcha-provider-down', { provider: kind, reason: trouble })
      return { ok: true, isProved: false }
    },
  }
}

/** Why the answer says nothing about the visitor; null where it does. A secret that is wrong is our trouble, not theirs. */
function troubleOf(reason: string, answer: Answer | undefined): string | null {
  if (!answer) return reason
  return answer['error-codes'].find((code) => /secret|^internal-error$|^bad-request$/.test(code)) ?? null
}

function judge(kind: Kind, answer: Answer, { action }: CaptchaToken, hostname: string): CaptchaVerdict {
  if (!answer.success) return { ok: false, reason: answer['error-codes'].includes('timeout-or-duplicate') ? 'used' : 'wrong' }
  if (answer.hostname !== hostname || answer.action !== actionFor(kind, action)) return { ok: false, reason: 'other-card' }
  if (kind === 'recaptcha' && (answer.score ?? 0) < scoreLeast) return { ok: false, reason: 'low-score' }
  return { ok: true, isProved: true }
}

/** Turnstile takes no slash, and 32 letters. The page names it the same way. */
const actionFor = (kind: Kind, action: string) => (kind === 'turnstile' ? action.replaceAll(/[^\w-]/g, '_').slice(0, 32) : action)
