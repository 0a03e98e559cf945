/** On every answer. `content-security-policy` is the strictest; pages bring their own. */
export const everyAnswer: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

export const overTls: Readonly<Record<string, string>> = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** What kept answers, whose headers stand long before, are given besides; as the flat list that node writes. */
export function everywhere(publicUrl: string): string[] {
  return publicUrl.startsWith('https:') ? Object.entries(overTls).flat() : []
}

/**
 * Features that no page uses, turned off also for its frames. A name that browsers don't know is an error in their console. Features
 * in use are allowed below.
 */
const unused = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
/** Copying, keys to sign in with and a screen that stays lit. A video in a frame starts by itself: that is its frame's to allow. */
const ours = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock']

export const pageOnly: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': [...unused.map((name) => `${name}=()`), ...ours.map((name) => `${name}=(self)`)].join(', '),
}

/** For a page that shows nothing from elsewhere, and never becomes another one. */
export const stillPage: Readonly<Record<string, string>> = { ...pageOnly, 'cross-origin-embedder-policy': 'require-corp' }

/** Scripts and styles by hash; other sites whose pictures it shows by origin. */
type PageParts = {
  scripts: readonly string[]
  styles: readonly string[]
  imagesFrom?: readonly string[]
  framesFrom?: readonly string[]
  connectTo?: readonly string[]
  /** Whether our own pages may frame it. */
  isFramed?: boolean
  /** Whether somebody else's script was let in, which makes trusted addresses of its own. */
  hasGuests?: boolean
}

/** A drawing is a document of its own when it is opened alone: it may do nothing. */
export const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox; frame-ancestors 'none'"

/** Where a browser tells of what a policy forbade. */
export const violationsPath = '/api/policy'

/** Each is made in one place, for one thing. A page has no others, and none that is asked by default. */
const trustedTypes = "trusted-types captcha paste service-worker start-late 'allow-duplicates'"

/** A page runs the scripts and styles it carries, known by hash, and what those bring from this site. */
export function pagePolicy({
  scripts,
  styles,
  imagesFrom = [],
  framesFrom = [],
  connectTo = [],
  isFramed = false,
  hasGuests = false,
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
    ...(hasGuests ? [] : [trustedTypes]),
    `report-uri ${violationsPath}`,
  ].join('; ')
}
