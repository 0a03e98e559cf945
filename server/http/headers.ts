/** On every answer. `content-security-policy` is the strictest; pages bring their own. */
export const everyAnswer: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export const overTls: Readonly<Record<string, string>> = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** What kept answers, whose headers stand long before, are given besides; as the flat list that node writes. */
export function everywhere(publicUrl: string): string[] {
  return publicUrl.startsWith('https:') ? Object.entries(overTls).flat() : []
}

export const pageOnly: Readonly<Record<string, string>> = { 'cross-origin-opener-policy': 'same-origin' }

/** Scripts and styles by hash; other sites whose pictures it shows by origin. */
type PageParts = {
  scripts: readonly string[]
  styles: readonly string[]
  imagesFrom?: readonly string[]
  framesFrom?: readonly string[]
  connectTo?: readonly string[]
  /** Whether our own pages may frame it. */
  isFramed?: boolean
}

/** A page runs the scripts and styles it carries, known by hash, and what those bring from this site. */
export function pagePolicy({ scripts, styles, imagesFrom = [], framesFrom = [], connectTo = [], isFramed = false }: PageParts): string {
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
  ].join('; ')
}
