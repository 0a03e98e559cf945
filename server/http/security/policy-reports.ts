import { z } from 'zod'
import type { Hono } from 'hono'
import type { Log } from '#server/integrations/log.ts'
import { violationsPath } from './headers.ts'
import { takePerAddress } from '../limits/per-address.ts'
import type { Limits } from '../limits/limits.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { refuseMethod } from '../calls/mount-calls.ts'
import { problem } from '../problems/problem.ts'
import { readBytes } from '../calls/read-body.ts'
import type { FrontEnv } from '../front-env.ts'
import { visitorOf } from '../visitor.ts'

type Needs = { limits: Limits; metrics: Metrics; log: Log; trustProxy: boolean; publicUrl: string }

const bytesMax = 16 * 1024
const limit = { per: 'address', count: 30, windowSeconds: 60 } as const
/** After so many sorts we know that there is trouble; only their number goes on growing. */
const sortsSaidMax = 50

const words = z.string().max(4000).catch('')
const Old = z.object({ 'csp-report': z.object({ 'effective-directive': words, 'violated-directive': words, 'blocked-uri': words }) })
const New = z.array(z.object({ body: z.object({ effectiveDirective: words, blockedURL: words }) })).max(20)

/** Of each policy's parts, and nothing that somebody made up: what is counted under stays a short list. */
const directives: ReadonlySet<string> = new Set(
  'base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src manifest-src media-src object-src require-trusted-types-for script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem trusted-types worker-src'.split(
    ' ',
  ),
)
const said: ReadonlySet<string> = new Set(['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink', 'data', 'blob'])

/**
 * What browsers tell of what a page's policy forbade. Anybody can tell us anything: it is counted, by the part of the policy and
 * the kind of what was stopped. No address is kept, neither the page's nor what was on it.
 */
export function mountPolicyReports(front: Hono<FrontEnv>, { limits, metrics, log, trustProxy, publicUrl }: Needs) {
  const counts = new Map<string, number>()
  metrics.counter('carte_policy_violations_total', () => counts)

  function count({ directive, blocked }: Violation) {
    const key = `directive="${directive}",blocked="${blocked}"`
    if (!counts.has(key) && blocked !== 'extension' && counts.size < sortsSaidMax) log.warn('policy-violated', { directive, blocked })
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  front.all(violationsPath, async (context) => {
    const { raw, method } = context.req
    if (method !== 'POST') return refuseMethod(context, ['POST'])
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
  const told = parse(bytes)
  const old = Old.safeParse(told).data?.['csp-report']
  const reports = old
    ? [{ directive: old['effective-directive'] || (old['violated-directive'].split(' ')[0] ?? ''), blocked: old['blocked-uri'] }]
    : (New.safeParse(told).data ?? []).map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL }))
  if (reports.length === 0) throw problem('bad-request', { detail: 'This tells of no policy.' })
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

/** What was stopped: words of the browser's own, something of ours, of the web, or of an extension that this browser has. */
function kindOf(blocked: string, publicUrl: string): string {
  if (said.has(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return 'other'
  if (url.protocol.endsWith('extension:')) return 'extension'
  if (url.origin === new URL(publicUrl).origin) return 'own'
  return { 'https:': 'web', 'http:': 'web', 'data:': 'data', 'blob:': 'blob' }[url.protocol] ?? 'other'
}
