import { createHash } from 'node:crypto'
import type { Settings } from '#server/settings.ts'
import { pageOnly, pagePolicy } from './headers.ts'

/** Other sites that the operator's settings let a page reach, by origin. */
export type Outside = { images?: readonly string[]; frames?: readonly string[]; connect?: readonly string[]; hasGuests?: boolean }
type Stands = Outside & { isFramed?: boolean }

type SealedPage = { html: string; headers: Record<string, string> }

/**
 * The page and its policy: every script and style of ours, by hash. A script of ours carries the nonce it was drawn with; one
 * that came in with somebody's text carries none, and does not run. Kept pages use hashes because a nonce must not be served
 * twice, so it is taken off.
 */
export function sealPage(drawn: string, nonce: string, { isFramed = false, ...outside }: Stands = {}): SealedPage {
  const policy = pagePolicy({
    scripts: hashesOf(drawn, 'script', ` nonce="${nonce}"`),
    styles: hashesOf(drawn, 'style', ' data-precedence='),
    imagesFrom: [...(outside.images ?? []), ...namedIn(drawn, 'data-images-from')],
    framesFrom: [...(outside.frames ?? []), ...namedIn(drawn, 'data-frames-from')],
    connectTo: outside.connect ?? [],
    isFramed,
    hasGuests: outside.hasGuests ?? false,
  })
  return { html: drawn.replaceAll(` nonce="${nonce}"`, ''), headers: { ...pageOnly, 'content-security-policy': policy } }
}

/** Of the elements that carry our mark. */
export function hashesOf(html: string, tag: 'script' | 'style', mark: string): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))
  const ours = [...elements].filter(([, attributes = '']) => attributes.includes(mark) && !/\bsrc=/.test(attributes))
  return [...new Set(ours.map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`))]
}

/** Other sites that the drawn page names itself, in an attribute only we write: text of an owner's cannot hold its quotation marks. */
function namedIn(html: string, attribute: string): string[] {
  const named = new RegExp(`\\b${attribute}="([^"]*)"`).exec(html)?.[1] ?? ''
  return named.split(' ').filter((origin) => /^https:\/\/[\w.-]+(:\d+)?$/.test(origin))
}

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
