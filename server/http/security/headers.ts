/** On every response. Its `content-security-policy` is the strictest; pages set their own. */
export const baseHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Short, because it is part of every first view: denies access to a person's surroundings, money and interests, in frames too.
  'permissions-policy': 'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), storage-access=(), usb=()',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

export const hstsHeaders: Readonly<Record<string, string>> = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Headers added to cached answers when they are sent, as the flat list that Node writes. */
export function extraHeadersOf(publicUrl: string): string[] {
  return publicUrl.startsWith('https:') ? Object.entries(hstsHeaders).flat() : []
}

export const pageHeaders: Readonly<Record<string, string>> = { 'cross-origin-opener-policy': 'same-origin' }

/** For a page that loads nothing from other sites and does not navigate on the client. */
export const isolatedPageHeaders: Readonly<Record<string, string>> = { ...pageHeaders, 'cross-origin-embedder-policy': 'require-corp' }

/** Scripts and styles by hash, other sites by origin. */
type PageParts = {
  scripts: readonly string[]
  styles: readonly string[]
  imagesFrom?: readonly string[]
  framesFrom?: readonly string[]
  connectTo?: readonly string[]
  /** True if pages of this site may frame it. */
  isFramed?: boolean
  /** True if a third-party script may run, which creates its own trusted types. */
  hasThirdPartyScripts?: boolean
}

/** An SVG opened by itself is a document: nothing in it may run. */
export const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox; frame-ancestors 'none'"

/** Where browsers report violations of the content security policy. */
export const violationsPath = '/api/policy'

/** The names of all trusted types policies; each is created in one place. There is no default policy. */
const trustedTypes = "trusted-types captcha paste service-worker deferred 'allow-duplicates'"

/** Allows the page's own scripts and styles, by hash, and what those load from this site. */
export function pagePolicy({
  scripts,
  styles,
  imagesFrom = [],
  framesFrom = [],
  connectTo = [],
  isFramed = false,
  hasThirdPartyScripts = false,
}: PageParts): string {
  return [
    "default-src 'none'",
    `script-src ${[...scripts.map((hash) => `'${hash}'`), "'strict-dynamic'"].join(' ')}`,
    `style-src 'self' ${styles.map((hash) => `'${hash}'`).join(' ')}`.trim(),
    `img-src ${["'self'", 'data:', ...imagesFrom].join(' ')}`,
    `frame-src ${["'self'", ...framesFrom].join(' ')}`,
    "font-src 'self'",
    "media-src 'self' https:",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    ...(hasThirdPartyScripts ? [] : [trustedTypes]),
    `report-uri ${violationsPath}`,
  ].join('; ')
}
