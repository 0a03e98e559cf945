import { Hono, type Context } from 'hono'
import { sql } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/outside/log.ts'
import type { Settings } from '#server/settings.ts'
import { answerEndpoint } from './answer-endpoint.ts'
import { answerPage } from './answer-page.ts'
import type { AnswerCache } from './answer-cache.ts'
import { guardAddress } from './guard-address.ts'
import { everyAnswer, overTls } from './headers.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Caller, Handlers } from './mount.ts'
import { openApi } from './open-api.ts'
import type { PageBuild } from './page-build.ts'
import { ProblemError, problem, problemResponse } from './problem.ts'
import { problemPage } from './problem-page.ts'
import { referencePage } from './reference-page.ts'
import { nextRequestId } from './request-id.ts'
import { createStaticFiles } from './static-files.ts'
import { visitorOf, type Bindings } from './visitor.ts'

export type FrontNeeds = {
  settings: Settings
  handlers: Handlers
  pages: PageBuild | null
  cache: AnswerCache
  limits: Limits
  metrics: Metrics
  log: Log
  db: Db
}

type Visit = { Bindings: Bindings; Variables: { requestId: string; place: string } }

/** First segments that answer programs, never a person's page. */
const programSegments = new Set(['api', 'remote', 'bff', 's', 'account'])

const visitor: Caller = { kind: 'visitor' }

/** Every way in, in the order they are tried: calls, the operator's doors, files, pages. */
export function createFront({ settings, handlers, pages, cache, limits, metrics, log, db }: FrontNeeds) {
  const front = new Hono<Visit>({ strict: false })
  const slug = settings.productSlug
  const isOverTls = settings.publicUrl.startsWith('https:')
  const answerFile = createStaticFiles()

  front.use(async (context, next) => {
    const begunMs = performance.now()
    const requestId = nextRequestId()
    context.set('requestId', requestId)
    guardAddress(context.req.url)
    await next()
    finish(context, performance.now() - begunMs)
  })

  function finish(context: Context<Visit>, tookMs: number) {
    const { headers, status } = context.res
    for (const [name, value] of Object.entries(everyAnswer)) if (!headers.has(name)) headers.set(name, value)
    if (isOverTls) for (const [name, value] of Object.entries(overTls)) headers.set(name, value)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    headers.set('x-request-id', context.get('requestId'))
    const place = context.get('place') ?? 'other'
    metrics.count(place, status, tookMs)
    log.info('answered', { id: context.get('requestId'), place, method: context.req.method, status, ms: Math.round(tookMs * 10) / 10 })
  }

  for (const [path, calls] of Object.entries(byPath(slug))) mountPath(path, calls)

  function mountPath(path: string, calls: Endpoint[]) {
    front.all(path, async (context) => {
      const { method } = context.req.raw
      const endpoint = calls.find((call) => call.method === method) ?? calls.find((call) => call.method === 'GET' && method === 'HEAD')
      if (!endpoint) return wrongMethod(context, calls)
      context.set('place', endpoint.name)
      const visitorName = visitorOf(context.req.raw, context.env, settings.trustProxy)
      const asked = {
        request: context.req.raw,
        params: context.req.param(),
        visitor: visitorName,
        caller: visitor,
        requestId: context.get('requestId'),
      }
      return withoutBody(await answerEndpoint(endpoint, { handlers, cache, limits, slug }, asked), method)
    })
  }

  function wrongMethod(context: Context<Visit>, calls: Endpoint[]): Response {
    const allowed = [...new Set(calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
    const allow = [...allowed, 'OPTIONS'].join(', ')
    if (context.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
    const refusal = problemResponse(problem('method-not-allowed', { detail: `Use ${allowed.join(' or ')}.` }), context.get('requestId'))
    refusal.headers.set('allow', allow)
    return refusal
  }

  front.get('/healthz', (context) => context.text('alive\n'))
  front.get('/readyz', async (context) => {
    const isReady = await db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    return isReady ? context.text('ready\n') : context.text('the database does not answer\n', 503, { 'retry-after': '2' })
  })
  front.get('/metrics', (context) =>
    context.body(metrics.text(cache.size()), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )
  front.get('/openapi.json', (context) => context.json(openApi(settings, handlers)))
  front.get('/reference', () => referencePage(settings, handlers))
  front.get('/problems/:name', async (context) => (await problemPage(context.req.param('name'))) ?? refuse('not-found'))
  front.get('/robots.txt', (context) => context.text('User-agent: *\nDisallow: /remote/\nDisallow: /bff/\nDisallow: /account/\n'))

  front.all('*', async (context) => {
    const { raw, path } = context.req
    const first = path.split('/')[1] ?? ''
    if (programSegments.has(first)) return refuse('not-found')
    if (raw.method !== 'GET' && raw.method !== 'HEAD') return wrongPageMethod(context)
    const file = await answerFile(raw)
    if (file) return withoutBody(file, raw.method)
    if (first === 'assets' || !pages) return refuse('not-found')
    context.set('place', 'page')
    return withoutBody(await answerPage({ handlers, cache, pages }, raw, visitor), raw.method)
  })

  function wrongPageMethod(context: Context<Visit>): Response {
    const refusal = problemResponse(problem('method-not-allowed', { detail: 'Use GET or HEAD.' }), context.get('requestId'))
    refusal.headers.set('allow', 'GET, HEAD')
    return refusal
  }

  front.onError((error, context) => {
    const requestId = context.get('requestId')
    const known = asProblem(error)
    if (!known) log.error('unexpected', { id: requestId, place: context.get('place'), error })
    return problemResponse(known ?? problem('unexpected'), requestId)
  })

  return (request: Request, bindings: Bindings = {}): Promise<Response> => Promise.resolve(front.fetch(request, bindings))
}

function byPath(slug: string): Record<string, Endpoint[]> {
  const all = Object.values<Endpoint>(endpoints).map((endpoint) => ({ ...endpoint, path: spellPath(endpoint.path, slug) }))
  const grouped: Record<string, Endpoint[]> = {}
  // A slash at the end is one place with and without it.
  for (const endpoint of all) (grouped[endpoint.path.replace(/\/$/, '')] ??= []).push(endpoint)
  return grouped
}

function refuse(name: 'not-found'): never {
  throw problem(name)
}

/** Connections that break and databases that are away are not a fault of the request. */
function asProblem(error: unknown): ProblemError | null {
  if (error instanceof ProblemError) return error
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isAway = ['57P01', '57P03', '08006', '08001', '53300', 'ECONNREFUSED', 'ENOENT', 'EPIPE', 'ECONNRESET'].includes(code)
  return isAway || (cause instanceof Error && /timeout exceeded when trying to connect/.test(cause.message))
    ? problem('unavailable', { retryAfterSeconds: 2 })
    : null
}

function withoutBody(response: Response, method: string): Response {
  return method === 'HEAD' ? new Response(null, response) : response
}
