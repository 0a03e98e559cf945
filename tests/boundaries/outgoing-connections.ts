const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const wire =
  /(?:\bfrom|\bimport\s*\(?|\brequire\s*\()\s*['"](?:node:)?(https?|http2|net|tls|dgram|dns|dns\/promises|inspector|undici|ws|axios|node-fetch|got)['"]/g
const named = /\bimport\s+(type\s+)?\{([^}]*)\}\s*from\s*['"](?:node:)?(?:http|net|tls)['"]/g
/** Names that only listen, or only classify addresses. */
const harmless = new Set(['BlockList', 'STATUS_CODES', 'createServer', 'isIP', 'isIPv4', 'isIPv6'])

/** Packages that open connections, and the code that must pass them the guarded fetch. */
const guardedPackages: Record<string, { only: string; by: RegExp }> = {
  jose: { only: 'server/integrations/identity.ts', by: /\[jose\.customFetch\]: fetch/ },
  nodemailer: { only: 'server/integrations/mail/', by: /getSocket: socketFactory\(connect\)|streamTransport: true|connection: socket\b/ },
  'openid-client': { only: 'server/integrations/identity.ts', by: /\[oidc\.customFetch\]: customFetch/ },
  stripe: {
    only: 'server/integrations/billing/',
    by: /httpClient: Stripe\.createFetchHttpClient\(\s*objectsOnly\(asFetch\(guardedFetch\(/,
  },
  'web-push': { only: 'server/integrations/web-push/', by: /\.(generateRequestDetails|generateVAPIDKeys)\(/ },
}
const guard = 'server/integrations/guard/'
/** A socket in the data folder: the embedded database. */
const within = 'server/database/embedded/find-survivor.ts'

/** How a server module opens connections past the guard, or null. */
export function unguardedConnectionOf(file: string, source: string): string | null {
  if (file.startsWith(guard) || file === within) return null
  const code = source.replace(comment, '')
  const left = code.replaceAll(named, (all, type, names: string) => (type || names.split(',').every(isHarmless) ? '' : all))
  const [, wired] = wire.exec(left) ?? []
  wire.lastIndex = 0
  if (wired) return `it uses ${wired} itself`
  if (/\bglobalThis\s*(\.|\[\s*['"])(fetch|WebSocket|EventSource)|\bnew (WebSocket|EventSource)\b|\.sendNotification\(/.test(code))
    return 'it calls out itself'
  if (/(?<![.\w])fetch\(/.test(code) && !/\bconst fetch\b|[{(,]\s*fetch\s*[,:})]/.test(code)) return 'it uses the runtime’s fetch'
  for (const [name, { only, by }] of Object.entries(guardedPackages)) {
    if (!new RegExp(`(?:^import (?!type)[^;'"]*from|import\\()\\s*['"]${name}(?:/[^'"]+)?['"]`, 'm').test(code)) continue
    if (!file.startsWith(only)) return `${name} is used in ${only} only`
    if (!by.test(code)) return `${name} is not passed the guarded fetch`
  }
  return null
}

const isHarmless = (name: string) => /^\s*$|^\s*type\s/.test(name) || harmless.has(name.trim().split(/\s/)[0] ?? '')
