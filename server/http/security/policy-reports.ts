import { z } from 'zod'
import type { Hono } from 'hono'
import type { Log } from '#server/integrations/log.ts'
import { violationsPath } from './headers.ts'
import { takePerAddress } from '../limits/per-address.ts'
import type { Limits } from '../limits/limits.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { methodNotAllowed } from '../calls/mount-calls.ts'
import { problem } from '../problems/problem.ts'
import { readBytes } from '../calls/read-body.ts'
import type { FrontEnv } from '../front-env.ts'
import { visitorOf } from '../visitor.ts'

type Deps = { limits: Limits; metrics: Metrics; log: Log; trustProxy: boolean; publicUrl: string }

const bytesMax = 16 * 1024
const limit = { per: 'address', count: 30, windowSeconds: 60 } as const
/** Kinds of violations that are logged, each once. Further kinds are only counted. */
const loggedKindsMax = 50

const text = z.string().max(4000).catch('')
const Old = z.object({ 'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text }) })
const New = z.array(z.object({ body: z.object({ effectiveDirective: text, blockedURL: text }) })).max(20)

/** Known directives. A report's other values count as 'other', so the number of metric labels is bounded. */
const directives: ReadonlySet<string> = new Set(
  'base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src manifest-src media-src object-src require-trusted-types-for script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem trusted-types worker-src'.split(
    ' ',
  ),
)
const browserTerms: ReadonlySet<string> = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'trusted-types-policy',
  'trusted-types-sink',
  'data',
  'blob',
])

/**
 * Violations of the content security policy, as browsers report them. Anyone can post a report, so they are only counted, by
 * directive and kind of source. No address is stored.
 */
export function mountPolicyReports(front: Hono<FrontEnv>, { limits, metrics, log, trustProxy, publicUrl }: Deps) {
  const counts = new Map<string, number>()
  metrics.counter('carte_policy_violations_total', () => counts)

  function count({ directive, blocked }: Violation) {
    const key = `directive="${directive}",blocked="${blocked}"`
    if (!counts.has(key) && blocked !== 'extension' && counts.size < loggedKindsMax) log.warn('policy-violated', { directive, blocked })
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  front.all(violationsPath, async (context) => {
    const { raw, method } = context.req
    if (method !== 'POST') return methodNotAllowed(context, ['POST'])
    context.set('place', 'policy')
    const type = raw.headers.get('content-type') ?? ''
    if (!/^application\/(csp-report|reports\+json)\s*(;|$)/i.test(type)) throw problem('wrong-content-type')
    const retryAfterSeconds = await takePerAddress(limits, 'policy', visitorOf(raw, context.env, trustProxy), limit)
    if (retryAfterSeconds > 0) throw problem('too-many-requests', { retryAfterSeconds })
    for (const violation of readViolations(await readBytes(raw, bytesMax), publicUrl)) count(violation)
    return new Response(null, { status: 204 })
  })
}

type Violation = { directive: string; blocked: string }

function readViolations(bytes: Buffer, publicUrl: string): Violation[] {
  const parsedBody = parse(bytes)
  const old = Old.safeParse(parsedBody).data?.['csp-report']
  const reports = old
    ? [{ directive: old['effective-directive'] || (old['violated-directive'].split(' ')[0] ?? ''), blocked: old['blocked-uri'] }]
    : (New.safeParse(parsedBody).data ?? []).map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL }))
  if (reports.length === 0) throw problem('bad-request', { detail: 'The body is not a policy report.' })
  return reports.map(({ directive, blocked }) => ({
    directive: directives.has(directive) ? directive : 'other',
    blocked: kindOf(blocked, publicUrl),
  }))
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw problem('bad-request', { detail: 'The body is not JSON.' })
  }
}

/** The kind of the blocked source: a keyword of the browser, this site, another site, or a browser extension. */
function kindOf(blocked: string, publicUrl: string): string {
  if (browserTerms.has(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return 'other'
  if (url.protocol.endsWith('extension:')) return 'extension'
  if (url.origin === new URL(publicUrl).origin) return 'own'
  return { 'https:': 'web', 'http:': 'web', 'data:': 'data', 'blob:': 'blob' }[url.protocol] ?? 'other'
}
