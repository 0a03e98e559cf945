import { setTimeout as wait } from 'node:timers/promises'
import { Hono, type Context } from 'hono'
import type { Log } from '#server/integrations/log.ts'
import { mountMcp } from '#server/mcp/mount-mcp.ts'
import type { Settings } from '#server/settings.ts'
import { answerForm } from './pages/answer-form.ts'
import { answerFromMemory, answerPage } from './pages/answer-page.ts'
import type { AnswerCache } from './cache/answer-cache.ts'
import { asProblem } from './problems/as-problem.ts'
import { guardAddress } from './security/guard-address.ts'
import { svgPolicy, baseHeaders, hstsHeaders, isolatedPageHeaders } from './security/headers.ts'
import { mountPolicyReports } from './security/policy-reports.ts'
import type { Limits } from './limits/limits.ts'
import { logAnswer } from './monitoring/log-answer.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { Caller, CallerOf, Handlers } from './calls/mount.ts'
import type { OnlyOnce } from './calls/idempotency.ts'
import { limitLargeBodies } from './limits/large-bodies.ts'
import { slowBodyMs as defaultSlowBodyMs } from './calls/read-with-caller.ts'
import { mountCalls, methodNotAllowed } from './calls/mount-calls.ts'
import type { Sign } from './monitoring/self-check.ts'
import { mountServiceEndpoints } from './monitoring/service-endpoints.ts'
import type { PageBuild } from './pages/page-build.ts'
import { flagResponse, problem, problemResponse } from './problems/problem.ts'
import type { Readiness } from './monitoring/readiness.ts'
import { isNavigation, errorPage } from './pages/error-page.ts'
import { nextRequestId } from './request-id.ts'
import { externalOriginsOf } from './security/seal-page.ts'
import { mountSearchEndpoints, type ListedCards } from './search-endpoints.ts'
import { createStaticFiles } from './static-files.ts'
import type { FrontEnv } from './front-env.ts'
import type { KnownOf } from './limits/limit-calls.ts'
import { visitorOf, type Bindings } from './visitor.ts'
import { withoutBody } from './pages/without-body.ts'

export type FrontDeps = {
  settings: Settings
  handlers: Handlers
  pages: PageBuild | null
  cache: AnswerCache
  limits: Limits
  metrics: Metrics
  log: Log
  readiness: Readiness
  listed: ListedCards
  /** For the doctor's check through the public address. */
  sign?: Sign
  /** The caller; a visitor without a valid session. */
  callerOf?: CallerOf
  /** The caller of an endpoint for keys; a visitor without a valid key. */
  keyCallerOf?: CallerOf
  /** The aliases of the caller's cards. */
  ownAliases?: (caller: Caller) => Promise<readonly string[]>
  /** Runs a call with an Idempotency-Key once. */
  onlyOnce?: OnlyOnce
  /** The known browser, one that has logged in before. */
  knownOf?: KnownOf
  /** A body that took longer may have been delayed on purpose. */
  slowBodyMs?: number | undefined
}

/** First path segments for API clients, never a page. */
const programSegments = new Set(['api', 'remote', 'bff', 's'])

/** The only page below a short link. */
const isLinkPreview = /^\/s\/[A-Za-z0-9]{8,20}\/preview(\.data)?\/?$/

/** Default security headers. Pages of the web build set their own, because they may embed videos and maps. */
function defaultHeadersFor(headers: Headers): Readonly<Record<string, string>> {
  const type = headers.get('content-type') ?? ''
  if (headers.has('cross-origin-opener-policy')) return baseHeaders
  if (type.startsWith('text/html')) return { ...baseHeaders, ...isolatedPageHeaders }
  return type.startsWith('image/svg+xml') ? { ...baseHeaders, 'content-security-policy': svgPolicy } : baseHeaders
}

/** A session is read in a few milliseconds; after this long, check if the database is unavailable. */
const readinessCheckMs = 300

const asVisitor = async (): Promise<Caller> => ({ kind: 'visitor' })
const noAliases = async () => []
const noKnownBrowser = async () => null
const everyTime: OnlyOnce = (_request, _caller, _parts, work) => work()

/** Every route, in order: API calls, operations endpoints, files, pages. */
export function createFront({
  callerOf = asVisitor,
  keyCallerOf = asVisitor,
  ownAliases = noAliases,
  knownOf = noKnownBrowser,
  onlyOnce = everyTime,
  slowBodyMs = defaultSlowBodyMs,
  ...deps
}: FrontDeps) {
  const { settings, handlers, pages, cache, limits, metrics, log, readiness, listed, sign } = deps
  const front = new Hono<FrontEnv>({ strict: false })
  const isOverTls = settings.publicUrl.startsWith('https:')
  const answerFile = createStaticFiles()
  const largeBodies = limitLargeBodies()
  const externalOrigins = externalOriginsOf(settings)
  const pageDeps = {
    handlers,
    cache,
    log,
    limits,
    ownAliases,
    callerOf,
    knownOf,
    slowBodyMs,
    largeBodies,
    publicUrl: settings.publicUrl,
    externalOrigins,
  }

  front.use(async (context, next) => {
    const startedMs = performance.now()
    context.set('requestId', nextRequestId())
    await next()
    finish(context, performance.now() - startedMs)
  })

  // After the first middleware, so that errors from here get its headers.
  front.use((context, next) => {
    guardAddress(context.req.url)
    return next()
  })

  function finish(context: Context<FrontEnv>, tookMs: number) {
    const { headers, status } = context.res
    // The headers of a 304 replace cached ones: it must not bring another policy.
    if (status !== 304) {
      for (const [name, value] of Object.entries(defaultHeadersFor(headers))) if (!headers.has(name)) headers.set(name, value)
      if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    }
    if (isOverTls) for (const [name, value] of Object.entries(hstsHeaders)) headers.set(name, value)
    for (const [name, value] of Object.entries(context.get('keyHeaders')?.(status) ?? {})) headers.set(name, value)
    headers.set('x-request-id', context.get('requestId'))
    const place = context.get('place') ?? 'other'
    metrics.count(place, status, tookMs)
    logAnswer(deps, { id: context.get('requestId'), place, method: context.req.method, status, tookMs })
  }

  mountCalls(front, {
    deps: {
      handlers,
      cache,
      limits,
      ownAliases,
      callerOf: callerOrUnavailable,
      keyCallerOf: keyCallerOrUnavailable,
      knownOf,
      onlyOnce,
      slowBodyMs,
      largeBodies,
      slug: settings.productSlug,
    },
    trustProxy: settings.trustProxy,
  })
  mountMcp(front, { handlers, keyCallerOf: keyCallerOrUnavailable, limits, log, slowBodyMs, settings })
  mountServiceEndpoints(front, { settings, cache, metrics, readiness, sign })
  mountPolicyReports(front, { limits, metrics, log, ...settings })
  mountSearchEndpoints(front, { ...settings, listed, cache, limits })

  front.all('*', async (context) => {
    const { raw, path } = context.req
    const first = path.split('/')[1] ?? ''
    if (programSegments.has(first) && !isLinkPreview.test(path)) throw problem('not-found')
    const isForm = raw.method === 'POST' && pages !== null
    if (!isForm && raw.method !== 'GET' && raw.method !== 'HEAD') return methodNotAllowed(context, ['GET', 'HEAD'])
    const file = isForm ? null : await answerFile(raw)
    if (file) return file
    if (first === 'assets' || !pages) throw problem('not-found')
    context.set('place', 'page')
    const formDeps = { ...pageDeps, pages }
    const person = personOf(context)
    if (isForm) {
      const answer = await answerForm(formDeps, raw, { ...person, caller: await callerOf(raw) })
      // A page without an action.
      return answer.status === 405 ? methodNotAllowed(context, ['GET', 'HEAD']) : answer
    }
    try {
      return await answerPage(formDeps, raw, { ...person, caller: await callerOrUnavailable(raw) })
    } catch (error) {
      if (asProblem(error)?.problem.status !== 503) throw error
      const known = await answerFromMemory(formDeps, raw, error)
      if (known) return known
      throw error
    }
  })

  const personOf = (context: Context<FrontEnv>) => ({
    requestId: context.get('requestId'),
    visitor: visitorOf(context.req.raw, context.env, settings.trustProxy),
  })

  async function callerOrUnavailable(request: Request): Promise<Caller> {
    return request.headers.has('cookie') ? orUnavailable(request, callerOf) : callerOf(request)
  }

  async function keyCallerOrUnavailable(request: Request): Promise<Caller> {
    return orUnavailable(request, keyCallerOf)
  }

  /** The caller. Fails early, before the database's own timeout, when the database is known to be unavailable. */
  async function orUnavailable(request: Request, read: CallerOf): Promise<Caller> {
    const timer = new AbortController()
    const pendingCaller = read(request)
    const unavailable = wait(readinessCheckMs, undefined, { signal: timer.signal }).then(async () => {
      if (!['unavailable', 'locked'].includes(await readiness.check())) return pendingCaller
      throw problem('unavailable', { retryAfterSeconds: 2 })
    })
    // The loser of the race may reject without a handler.
    for (const one of [unavailable, pendingCaller]) one.catch(() => {})
    return Promise.race([pendingCaller, unavailable]).finally(() => timer.abort())
  }

  front.onError(async (error, context) => {
    const requestId = context.get('requestId')
    const known = asProblem(error)
    if (!known) log.error('unexpected', { id: requestId, place: context.get('place'), error })
    else if (known.problem.status === 503) log.warn('unavailable', { id: requestId, place: context.get('place'), error })
    const answer = known ?? problem('unexpected')
    if (pages && isNavigation(context.req.raw)) {
      const page = await errorPage({ ...pageDeps, pages }, context.req.raw, answer, personOf(context)).catch(() => null)
      if (page) return page
    }
    return context.get('errorFormat') === 'success-flag' ? flagResponse(answer, requestId) : problemResponse(answer, requestId)
  })

  return async (request: Request, bindings: Bindings = {}): Promise<Response> =>
    withoutBody(await front.fetch(request, bindings), request.method)
}
