/** A response, as an outside scanner sees it. */
export type PageResponse = { status: number; headers: Headers; html: string }

type Check = { name: string; score: number }

/**
 * The published rules of Mozilla's HTTP Observatory (developer.mozilla.org, HTTP Observatory, tests and scoring), for one answer over
 * TLS. The score begins at 100; bonuses count only if nothing was deducted: A+ begins at 100.
 */
export function gradeHeaders(response: PageResponse): { score: number; checks: Check[] } {
  const checks = [
    policy(response),
    cookies(response),
    corsOf(response),
    ...(response.html === '' ? [] : [integrity(response)]),
    hsts(response),
    referrer(response),
    forbidsSniffing(response),
    framing(response),
    resourcePolicy(response),
  ]
  const lost = checks.reduce((sum, { score }) => sum + Math.min(0, score), 0)
  const won = checks.reduce((sum, { score }) => sum + Math.max(0, score), 0)
  const score = 100 + lost
  return { score: score >= 90 ? score + won : score, checks }
}

/** The directives by name, as a browser reads them: the first of each name counts. */
export function readPolicy(header: string | null): Map<string, string[]> {
  const parts = (header ?? '').split(';').map((part) => part.trim().split(/\s+/))
  const read = new Map<string, string[]>()
  for (const [name = '', ...values] of parts) if (name && !read.has(name)) read.set(name, values)
  return read
}

const loose = (values: readonly string[]) => values.some((value) => /^(\*|https?:|ftp:|data:|blob:|https?:\/\/\*)$/.test(value))

function policy({ headers }: PageResponse): Check {
  const read = readPolicy(headers.get('content-security-policy'))
  const of = (name: string) => read.get(name) ?? read.get('default-src') ?? ['*']
  const name = 'content-security-policy'
  if (read.size === 0) return { name, score: -25 }
  const scripts = of('script-src')
  const isTrusting = scripts.includes("'strict-dynamic'") && scripts.some((value) => /^'(sha\d+|nonce)-/.test(value))
  if (scripts.includes("'unsafe-inline'") && !scripts.some((value) => /^'(sha\d+|nonce)-/.test(value))) return { name, score: -20 }
  if (!isTrusting && loose(scripts)) return { name, score: -20 }
  if (loose(of('object-src'))) return { name, score: -20 }
  if (scripts.includes("'unsafe-eval'")) return { name, score: -10 }
  if ([...read].some(([, values]) => values.some((value) => /^(http|ftp):/.test(value)))) return { name, score: -20 }
  if (of('style-src').includes("'unsafe-inline'") || loose(of('style-src'))) return { name, score: 0 }
  return { name, score: read.get('default-src')?.join() === "'none'" ? 10 : 5 }
}

function cookies({ headers }: PageResponse): Check {
  const name = 'cookies'
  const all = headers.getSetCookie()
  if (all.length === 0) return { name, score: 0 }
  const isSession = all.some((cookie) => /^[^=]*(sess|login|auth)/i.test(cookie))
  if (all.some((cookie) => !/;\s*secure/i.test(cookie))) return { name, score: isSession ? -40 : -20 }
  if (all.some((cookie) => !/;\s*httponly/i.test(cookie))) return { name, score: isSession ? -30 : 0 }
  return { name, score: all.every((cookie) => /;\s*samesite=(strict|lax)/i.test(cookie)) ? 5 : 0 }
}

function corsOf({ headers }: PageResponse): Check {
  const origin = headers.get('access-control-allow-origin')
  const isOpen = origin !== null && origin !== '*' && headers.get('access-control-allow-credentials') === 'true'
  return { name: 'cross-origin-resource-sharing', score: isOpen ? -50 : 0 }
}

/** Scripts of this site need no integrity attribute; those of other sites or without TLS do. */
function integrity({ html }: PageResponse): Check {
  const name = 'subresource-integrity'
  const foreign = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)].filter(([, from = '']) => /^(https?:)?\/\//.test(from))
  if (foreign.some(([, from = '']) => /^(http:)?\/\//.test(from))) return { name, score: -50 }
  return { name, score: foreign.some(([tag]) => !tag.includes('integrity=')) ? -5 : foreign.length > 0 ? 5 : 0 }
}

function hsts({ headers }: PageResponse): Check {
  const name = 'strict-transport-security'
  const age = Number(/max-age=(\d+)/.exec(headers.get(name) ?? '')?.[1] ?? -1)
  if (age < 0) return { name, score: -20 }
  return { name, score: age < 15_768_000 ? -10 : 0 }
}

function referrer({ headers }: PageResponse): Check {
  const name = 'referrer-policy'
  const last = (headers.get(name) ?? '').split(',').at(-1)?.trim() ?? ''
  if (/^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(last)) return { name, score: 5 }
  return { name, score: /^(origin|origin-when-cross-origin|unsafe-url|no-referrer-when-downgrade)$/.test(last) ? -5 : 0 }
}

function forbidsSniffing({ headers }: PageResponse): Check {
  return { name: 'x-content-type-options', score: headers.get('x-content-type-options') === 'nosniff' ? 0 : -5 }
}

function framing({ headers }: PageResponse): Check {
  const name = 'x-frame-options'
  const ancestors = readPolicy(headers.get('content-security-policy')).get('frame-ancestors')
  if (ancestors && !loose(ancestors)) return { name, score: 5 }
  return { name, score: /^(deny|sameorigin)$/i.test(headers.get(name) ?? '') ? 0 : -20 }
}

function resourcePolicy({ headers }: PageResponse): Check {
  const name = 'cross-origin-resource-policy'
  const headerValue = headers.get(name)
  if (headerValue === 'same-origin' || headerValue === 'same-site') return { name, score: 10 }
  return { name, score: headerValue === null || headerValue === 'cross-origin' ? 0 : -5 }
}
