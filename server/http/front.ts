import { setTimeout as wait } from 'node:timers/promises'
import { Hono, type Context } from 'hono'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { answerForm } from './pages/answer-form.ts'
import { answerFromMemory, answerPage } from './pages/answer-page.ts'
import type { AnswerCache } from './cache/answer-cache.ts'
import { asProblem } from './problems/as-problem.ts'
import { guardAddress } from './security/guard-address.ts'
import { drawingPolicy, everyAnswer, overTls, stillPage } from './security/headers.ts'
import { mountPolicyReports } from './security/policy-reports.ts'
import type { Limits } from './limits/limits.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { Caller, CallerOf, Handlers } from './calls/mount.ts'
import { mountCalls, refuseMethod } from './calls/mount-calls.ts'
import { mountOperatorEndpoints } from './monitoring/operator-endpoints.ts'
import type { PageBuild } from './pages/page-build.ts'
import { flagResponse, problem, problemResponse } from './problems/problem.ts'
import type { Readiness } from './monitoring/readiness.ts'
import { isNavigation, refusalPage } from './pages/refusal-page.ts'
import { nextRequestId } from './request-id.ts'
import { outsideOf } from './security/seal-page.ts'
import { mountSearchEndpoints, type ListedCards } from './search-endpoints.ts'
import { createStaticFiles } from './static-files.ts'
import type { FrontEnv } from './front-env.ts'
import type { KnownOf } from './limits/refuse-flood.ts'
import { visitorOf, type Bindings } from './visitor.ts'
import { withoutBody } from './pages/without-body.ts'

export type FrontNeeds = {
  settings: Settings
  handlers: Handlers
  pages: PageBuild | null
  cache: AnswerCache
  limits: Limits
  metrics: Metrics
  log: Log
  readiness: Readiness
  listed: ListedCards
  /** The caller; a visitor without a valid session. */
  callerOf?: CallerOf
  /** The aliases of the caller's cards. */
  ownAliases?: (caller: Caller) => Promise<readonly string[]>
  /** The known browser, one that has logged in before. */
  knownOf?: KnownOf
}

/** First path segments for API clients, never a page. */
const programSegments = new Set(['api', 'remote', 'bff', 's'])

/** The only page below a short link. */
const isLook = /^\/s\/[A-Za-z0-9]{8,20}\/look(\.data)?\/?$/

/** Default security headers. Pages of the web build, which navigate on the client, set their own. */
function fitting(type: string): Readonly<Record<string, string>> {
  if (type.startsWith('text/html')) return { ...everyAnswer, ...stillPage }
  return type.startsWith('image/svg+xml') ? { ...everyAnswer, 'content-security-policy': drawingPolicy } : everyAnswer
}

/** A session is read in a few milliseconds; after this long, check if the database is unavailable. */
const lateMs = 300

const nobody = async (): Promise<Caller> => ({ kind: 'visitor' })
const none = async () => []
const unknown = async () => null

/** Every route, in order: API calls, operations endpoints, files, pages. */
export function createFront({ callerOf = nobody, ownAliases = none, knownOf = unknown, ...needs }: FrontNeeds) {
  const { settings, handlers, pages, cache, limits, metrics, log, readiness, listed } = needs
  const front = new Hono<FrontEnv>({ strict: false })
  const isOverTls = settings.publicUrl.startsWith('https:')
  const answerFile = createStaticFiles()
  const outside = outsideOf(settings)
  const pageDeps = { handlers, cache, log, limits, ownAliases, callerOf, knownOf, publicUrl: settings.publicUrl, outside }

  front.use(async (context, next) => {
    const begunMs = performance.now()
    context.set('requestId', nextRequestId())
    await next()
    finish(context, performance.now() - begunMs)
  })

  // After the first middleware, so that refusals from here get its headers.
  front.use((context, next) => {
    guardAddress(context.req.url)
    return next()
  })

  function finish(context: Context<FrontEnv>, tookMs: number) {
    const { headers, status } = context.res
    // The headers of a 304 replace cached ones: it must not bring another policy.
    if (status !== 304) {
      for (const [name, value] of Object.entries(fitting(headers.get('content-type') ?? '')))
        if (!headers.has(name)) headers.set(name, value)
      if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    }
    if (isOverTls) for (const [name, value] of Object.entries(overTls)) headers.set(name, value)
    headers.set('x-request-id', context.get('requestId'))
    const place = context.get('place') ?? 'other'
    metrics.count(place, status, tookMs)
    log.info('answered', { id: context.get('requestId'), place, method: context.req.method, status, ms: Math.round(tookMs * 10) / 10 })
  }

  mountCalls(front, {
    deps: { handlers, cache, limits, ownAliases, callerOf: callerSoon, knownOf, slug: settings.productSlug },
    trustProxy: settings.trustProxy,
  })
  mountOperatorEndpoints(front, { settings, cache, metrics, readiness })
  mountPolicyReports(front, { limits, metrics, log, ...settings })
  mountSearchEndpoints(front, { ...settings, listed, cache, limits })

  front.all('*', async (context) => {
    const { raw, path } = context.req
    const first = path.split('/')[1] ?? ''
    if (programSegments.has(first) && !isLook.test(path)) throw problem('not-found')
    const isForm = raw.method === 'POST' && pages !== null
    if (!isForm && raw.method !== 'GET' && raw.method !== 'HEAD') return refuseMethod(context, ['GET', 'HEAD'])
    const file = isForm ? null : await answerFile(raw)
    if (file) return file
    if (first === 'assets' || !pages) throw problem('not-found')
    context.set('place', 'page')
    const deps = { ...pageDeps, pages }
    const person = personOf(context)
    if (isForm) {
      const answer = await answerForm(deps, raw, { ...person, caller: await callerOf(raw) })
      // A page without an action.
      return answer.status === 405 ? refuseMethod(context, ['GET', 'HEAD']) : answer
    }
    try {
      return await answerPage(deps, raw, { ...person, caller: await callerSoon(raw) })
    } catch (error) {
      if (asProblem(error)?.problem.status !== 503) throw error
      const known = await answerFromMemory(deps, raw, error)
      if (known) return known
      throw error
    }
  })

  const personOf = (context: Context<FrontEnv>) => ({
    requestId: context.get('requestId'),
    visitor: visitorOf(context.req.raw, context.env, settings.trustProxy),
  })

  /** The caller. Fails early, before the database's own timeout, when the database is known to be unavailable. */
  async function callerSoon(request: Request): Promise<Caller> {
    if (!request.headers.has('cookie')) return callerOf(request)
    const patience = new AbortController()
    const asked = callerOf(request)
    const away = wait(lateMs, undefined, { signal: patience.signal }).then(async () => {
      if ((await readiness.ask()) !== 'away') return asked
      throw problem('unavailable', { retryAfterSeconds: 2 })
    })
    // The loser of the race may reject without a handler.
    for (const one of [away, asked]) one.catch(() => {})
    return Promise.race([asked, away]).finally(() => patience.abort())
  }

  front.onError(async (error, context) => {
    const requestId = context.get('requestId')
    const known = asProblem(error)
    if (!known) log.error('unexpected', { id: requestId, place: context.get('place'), error })
    else if (known.problem.status === 503) log.warn('unavailable', { id: requestId, place: context.get('place'), error })
    const refusal = known ?? problem('unexpected')
    if (pages && isNavigation(context.req.raw)) {
      const page = await refusalPage({ ...pageDeps, pages }, context.req.raw, refusal, personOf(context)).catch(() => null)
      if (page) return page
    }
    return context.get('refusesWith') === 'success-flag' ? flagResponse(refusal, requestId) : problemResponse(refusal, requestId)
  })

  return async (request: Request, bindings: Bindings = {}): Promise<Response> =>
    withoutBody(await front.fetch(request, bindings), request.method)
}
