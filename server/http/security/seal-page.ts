import { createHash } from 'node:crypto'
import type { Settings } from '#server/settings.ts'
import { pageHeaders, pagePolicy } from './headers.ts'

/** Origins of other sites that the settings let a page reach. */
export type ExternalOrigins = {
  images?: readonly string[]
  frames?: readonly string[]
  connect?: readonly string[]
  hasThirdPartyScripts?: boolean
}
type SealOptions = ExternalOrigins & { isFramed?: boolean }

type SealedPage = { html: string; headers: Record<string, string> }

/**
 * Adds the page's content security policy, with the hash of every script that has the nonce of this render. A script injected
 * through someone's text has no nonce and does not run. The nonce is then removed: a cached page must not send one twice.
 */
export function sealPage(html: string, nonce: string, { isFramed = false, ...externalOrigins }: SealOptions = {}): SealedPage {
  const policy = pagePolicy({
    scripts: hashesOf(html, 'script', ` nonce="${nonce}"`),
    styles: hashesOf(html, 'style', ' data-precedence='),
    imagesFrom: [...(externalOrigins.images ?? []), ...namedIn(html, 'data-images-from')],
    framesFrom: [...(externalOrigins.frames ?? []), ...namedIn(html, 'data-frames-from')],
    connectTo: externalOrigins.connect ?? [],
    isFramed,
    hasThirdPartyScripts: externalOrigins.hasThirdPartyScripts ?? false,
  })
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), headers: { ...pageHeaders, 'content-security-policy': policy } }
}

/** Hashes of the inline elements whose attributes contain the mark. */
export function hashesOf(html: string, tag: 'script' | 'style', mark: string): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))
  const trusted = [...elements].filter(([, attributes = '']) => attributes.includes(mark) && !/\bsrc=/.test(attributes))
  return [...new Set(trusted.map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`))]
}

/** Origins in an attribute that only the app writes: quotation marks in an owner's text are escaped. */
function namedIn(html: string, attribute: string): string[] {
  const named = new RegExp(`\\b${attribute}="([^"]*)"`).exec(html)?.[1] ?? ''
  return named.split(' ').filter((origin) => /^https:\/\/[\w.-]+(:\d+)?$/.test(origin))
}

/** The origins that each third-party captcha needs. Its script is loaded by a trusted one. */
const captchas: Record<Settings['captcha'], ExternalOrigins> = {
  'proof-of-work': {},
  recaptcha: {
    frames: ['https://www.google.com', 'https://recaptcha.google.com'],
    connect: ['https://www.google.com'],
    hasThirdPartyScripts: true,
  },
  turnstile: { frames: ['https://challenges.cloudflare.com'], connect: ['https://challenges.cloudflare.com'], hasThirdPartyScripts: true },
}

/** Origins of other sites that the settings allow. */
export function externalOriginsOf({ tilesUrl, captcha }: Pick<Settings, 'tilesUrl' | 'captcha'>): ExternalOrigins {
  return { ...captchas[captcha], images: tilesUrl ? [new URL(tilesUrl).origin] : [] }
}
