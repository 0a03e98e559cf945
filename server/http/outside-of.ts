import type { Settings } from '#server/settings.ts'
import type { Outside } from './security/seal-page.ts'

/** What each captcha of others draws in a frame of its own, and whom it asks. Its script is let in by ours. */
const captchas: Record<Settings['captcha'], Outside> = {
  'proof-of-work': {},
  recaptcha: { frames: ['https://www.google.com', 'https://recaptcha.google.com'], connect: ['https://www.google.com'], hasGuests: true },
  turnstile: { frames: ['https://challenges.cloudflare.com'], connect: ['https://challenges.cloudflare.com'], hasGuests: true },
}

/** Other sites that pages may reach because the operator said so, and only then. */
export function outsideOf({ tilesUrl, captcha }: Pick<Settings, 'tilesUrl' | 'captcha'>): Outside {
  return { ...captchas[captcha], images: tilesUrl ? [new URL(tilesUrl).origin] : [] }
}
