import { cachedMark } from '../platform/app/worker-messages.ts'
import { parseCardRoute, bareAliasOf, cacheKeyOf, type CardRoute } from './card-route.ts'
import { cacheCard, ifImmutable } from './cache-card.ts'
import { callsCache, openCardCache, readCachedCard, findCachedAlias } from './cached-cards.ts'
import { networkFirst } from './network-first.ts'
import type { WorkerEvents, WorkerScope } from './scope.ts'
import { answerAsset, offlinePage, type Shell } from './shell.ts'
import { openCache, matchIn, toCacheable } from './cache-storage.ts'

type Fetching = WorkerEvents['fetch']
type Deps = { scope: WorkerScope; shell: Shell; waitMs?: number; cachedWindows: Set<string> }

const callsMax = 40

/** The requests that the worker answers; the browser handles all others. */
export function answer(deps: Deps, event: Fetching) {
  const { scope } = deps
  const url = new URL(event.request.url)
  if (url.origin !== scope.location.origin) return
  const strategy = strategyFor(event.request, url)
  // Cross-site form posts stay with the browser: resent by the worker, they would look same-origin.
  const isForeign = strategy === 'form' && !event.request.referrer.startsWith(`${scope.location.origin}/`)
  if (strategy && !isForeign) event.respondWith(strategies[strategy](deps, event, url))
}

const strategies = {
  asset: ({ scope, shell }: Deps, { request }: Fetching) => answerAsset(scope, shell, request),

  async page(deps: Deps, event: Fetching, url: URL) {
    const { scope, shell } = deps
    const load = () => recheckIfGone(deps, event, url, fetchPreloaded(scope, event))
    const cached = () => cachedPage(deps, event.resultingClientId, url)
    return (await networkFirst({ ...deps, load, cached })) ?? offlinePage(scope, shell)
  },

  async data(deps: Deps, event: Fetching, url: URL) {
    const load = () => recheckIfGone(deps, event, url, deps.scope.fetch(event.request))
    return (await networkFirst({ ...deps, load, cached: () => cachedPage(deps, event.clientId, url) })) ?? Response.error()
  },

  async file(deps: Deps, { request }: Fetching, { pathname, search }: URL) {
    const cache = await cacheOfPicture(deps.scope, pathname)
    const exact = await matchIn(cache, pathname + search)
    if (exact && ifImmutable(exact)) return exact
    // A picture of another width will do, but not another format.
    const cached = async () => exact ?? (search.includes('format=') ? undefined : matchIn(cache, pathname, { ignoreSearch: true }))
    return (await networkFirst({ ...deps, load: () => deps.scope.fetch(request), cached })) ?? Response.error()
  },

  async call(deps: Deps, event: Fetching, url: URL) {
    const cache = await openCache(deps.scope, callsCache)
    const load = async () => {
      const answered = await deps.scope.fetch(event.request)
      // Personal answers are marked no-store.
      const isForAll = answered.ok && !answered.headers.get('cache-control')?.includes('no-store')
      if (isForAll) event.waitUntil(cacheCall(cache, url.href, answered.clone()))
      return answered
    }
    return (await networkFirst({ ...deps, load, cached: () => matchIn(cache, url.href) })) ?? Response.error()
  },

  /** Form posts are sent once, never retried. */
  form: ({ scope, shell }: Deps, { request }: Fetching) => scope.fetch(request).catch(() => offlinePage(scope, shell)),
}

const fetchPreloaded = async (scope: WorkerScope, event: Fetching) =>
  (await event.preloadResponse?.catch(() => undefined)) ?? scope.fetch(event.request)

/**
 * A 404 or 410 for a cached card's page triggers a recheck of the card: it may have been disabled or removed. The worker stays alive
 * until that is done.
 */
function recheckIfGone({ scope, shell }: Deps, event: Fetching, { pathname }: URL, fromServer: Promise<Response>): Promise<Response> {
  const recheck = async ({ status }: Response) => {
    if (status !== 404 && status !== 410) return
    const card = await readCachedCard(scope, pathname.split('/')[1]?.toLowerCase() ?? '')
    if (card) await cacheCard({ scope, shell, restMs: 0 }, card)
  }
  event.waitUntil(fromServer.then(recheck).catch(() => {}))
  return fromServer
}

async function cachedPage({ scope, cachedWindows }: Deps, windowId: string, url: URL): Promise<Response | undefined> {
  const place = parseCardRoute(url)
  if (!place) return toHome(scope, url)
  const cache = (await readCachedCard(scope, place.alias)) && (await openCardCache(scope, place.alias))
  const found = cache ? await nearest(cache, place) : undefined
  if (!found) return undefined
  cachedWindows.add(windowId)
  return toCacheable(found, { headers: { 'server-timing': cachedMark } })
}

const nearest = async (cache: Cache, place: CardRoute) =>
  (await matchIn(cache, cacheKeyOf(place))) ?? matchIn(cache, cacheKeyOf({ ...place, isApp: false }))

/** The bare alias redirects to the home page, as on the server. */
async function toHome(scope: WorkerScope, url: URL): Promise<Response | undefined> {
  const alias = bareAliasOf(url)
  if (!alias || !(await readCachedCard(scope, alias))) return undefined
  return Response.redirect(`${scope.location.origin}/${alias}/home${url.search}`, 302)
}

/** The cache of the card whose alias is in the picture's path. */
async function cacheOfPicture(scope: WorkerScope, pathname: string): Promise<Cache | null> {
  const alias = await findCachedAlias(scope, pathname.toLowerCase().split('/'))
  return alias === null ? null : openCardCache(scope, alias)
}

async function cacheCall(cache: Cache | null, address: string, answered: Response) {
  try {
    await cache?.put(address, answered)
    const [oldest, ...others] = (await cache?.keys()) ?? []
    if (oldest && others.length >= callsMax) await cache?.delete(oldest, { ignoreVary: true })
  } catch {
    // The storage is full: the next answer comes from the network, too.
  }
}

/** How a request is answered; null leaves it to the browser. */
type Strategy = 'asset' | 'page' | 'data' | 'file' | 'call' | 'form'

/** Endpoints whose answers are never shared. */
const fresh = /^\/remote\/api\/public\/(captcha-challenge|connect-form|shorten-url)(\/|$)/

type AnswerableRequest = Pick<Request, 'method' | 'mode' | 'destination'> & { headers: Pick<Headers, 'has'> }

function strategyFor({ method, mode, destination, headers }: AnswerableRequest, { pathname }: URL): Strategy | null {
  if (method === 'POST' && mode === 'navigate') return 'form'
  // Videos are requested in ranges.
  if (method !== 'GET' || headers.has('range') || destination === 'video' || destination === 'audio') return null
  if (pathname.startsWith('/assets/')) return 'asset'
  if (mode === 'navigate') return 'page'
  if (pathname.startsWith('/api/public/') || /^\/[^/]+\/manifest\.webmanifest$/.test(pathname)) return 'file'
  if (pathname.endsWith('.data')) return 'data'
  if (pathname.startsWith('/remote/api/public/') && !fresh.test(pathname)) return 'call'
  return null
}
