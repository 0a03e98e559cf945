import { keptMark } from '../platform/app/worker-messages.ts'
import { cardPlaceOf, doorOf, keyOf, type CardPlace } from './card-place.ts'
import { keepCard, lasting } from './keep-card.ts'
import { callsShelf, openCard, readKept, whoseOf } from './kept-cards.ts'
import { networkFirst } from './network-first.ts'
import type { WorkerEvents, WorkerScope } from './scope.ts'
import { answerAsset, offlinePage, type Shell } from './shell.ts'
import { openShelf, takeFrom, unwrapped } from './shelves.ts'

type Fetching = WorkerEvents['fetch']
type Needs = { scope: WorkerScope; shell: Shell; waitMs?: number; shownKept: Set<string> }

const callsMax = 40

/** What the worker answers, and how; everything else goes its usual way. */
export function answer(needs: Needs, event: Fetching) {
  const { scope } = needs
  const url = new URL(event.request.url)
  if (url.origin !== scope.location.origin) return
  const way = wayOf(event.request, url)
  // A form of another site keeps what browsers say of where it began: sent on by a worker, it could pass for ours.
  const isForeign = way === 'form' && !event.request.referrer.startsWith(`${scope.location.origin}/`)
  if (way && !isForeign) event.respondWith(ways[way](needs, event, url))
}

const ways = {
  asset: ({ scope, shell }: Needs, { request }: Fetching) => answerAsset(scope, shell, request),

  async page(needs: Needs, event: Fetching, url: URL) {
    const { scope, shell } = needs
    const ask = () => recheckIfGone(needs, event, url, askPreloaded(scope, event))
    const kept = () => keptPage(needs, event.resultingClientId, url)
    return (await networkFirst({ ...needs, ask, kept })) ?? offlinePage(scope, shell)
  },

  async data(needs: Needs, event: Fetching, url: URL) {
    const ask = () => recheckIfGone(needs, event, url, needs.scope.fetch(event.request))
    return (await networkFirst({ ...needs, ask, kept: () => keptPage(needs, event.clientId, url) })) ?? Response.error()
  },

  async file(needs: Needs, { request }: Fetching, { pathname, search }: URL) {
    const shelf = await shelfNaming(needs.scope, pathname)
    const exact = await takeFrom(shelf, pathname + search)
    if (exact && lasting(exact)) return exact
    // One width serves for all, but a drawing is no file of another kind.
    const kept = async () => exact ?? (search.includes('format=') ? undefined : takeFrom(shelf, pathname, { ignoreSearch: true }))
    return (await networkFirst({ ...needs, ask: () => needs.scope.fetch(request), kept })) ?? Response.error()
  },

  async call(needs: Needs, event: Fetching, url: URL) {
    const shelf = await openShelf(needs.scope, callsShelf)
    const ask = async () => {
      const answered = await needs.scope.fetch(event.request)
      // What is somebody's own says that it is not to be stored.
      const isForAll = answered.ok && !answered.headers.get('cache-control')?.includes('no-store')
      if (isForAll) event.waitUntil(keepCall(shelf, url.href, answered.clone()))
      return answered
    }
    return (await networkFirst({ ...needs, ask, kept: () => takeFrom(shelf, url.href) })) ?? Response.error()
  },

  /** Sent once, to the server or not at all. */
  form: ({ scope, shell }: Needs, { request }: Fetching) => scope.fetch(request).catch(() => offlinePage(scope, shell)),
}

const askPreloaded = async (scope: WorkerScope, event: Fetching) =>
  (await event.preloadResponse?.catch(() => undefined)) ?? scope.fetch(event.request)

/**
 * A 404 or 410 under a cached card's address is a reason to ask for the card itself at once: it may have been switched off or removed.
 * The worker lives until that is done, also when the answer came too late to be shown.
 */
function recheckIfGone({ scope, shell }: Needs, event: Fetching, { pathname }: URL, asked: Promise<Response>): Promise<Response> {
  const recheck = async ({ status }: Response) => {
    if (status !== 404 && status !== 410) return
    const card = await readKept(scope, pathname.split('/')[1]?.toLowerCase() ?? '')
    if (card) await keepCard({ scope, shell, restMs: 0 }, card)
  }
  event.waitUntil(asked.then(recheck).catch(() => {}))
  return asked
}

async function keptPage({ scope, shownKept }: Needs, windowId: string, url: URL): Promise<Response | undefined> {
  const place = cardPlaceOf(url)
  if (!place) return toHome(scope, url)
  const shelf = (await readKept(scope, place.alias)) && (await openCard(scope, place.alias))
  const found = shelf ? await nearest(shelf, place) : undefined
  if (!found) return undefined
  shownKept.add(windowId)
  return unwrapped(found, { told: { 'server-timing': keptMark } })
}

const nearest = async (shelf: Cache, place: CardPlace) =>
  (await takeFrom(shelf, keyOf(place))) ?? takeFrom(shelf, keyOf({ ...place, isApp: false }))

/** The alias alone leads to the card's home page, here as there. */
async function toHome(scope: WorkerScope, url: URL): Promise<Response | undefined> {
  const alias = doorOf(url)
  if (!alias || !(await readKept(scope, alias))) return undefined
  return Response.redirect(`${scope.location.origin}/${alias}/home${url.search}`, 302)
}

/** The card that a picture's address names: its alias is one of the parts. */
async function shelfNaming(scope: WorkerScope, pathname: string): Promise<Cache | null> {
  const alias = await whoseOf(scope, pathname.toLowerCase().split('/'))
  return alias === null ? null : openCard(scope, alias)
}

async function keepCall(shelf: Cache | null, address: string, answered: Response) {
  try {
    await shelf?.put(address, answered)
    const [oldest, ...others] = (await shelf?.keys()) ?? []
    if (oldest && others.length >= callsMax) await shelf?.delete(oldest, { ignoreVary: true })
  } catch {
    // A full device: the next answer comes from the network, too.
  }
}

/** How a request is answered; null leaves it to the browser. */
type Way = 'asset' | 'page' | 'data' | 'file' | 'call' | 'form'

/** Calls that answer each asker with something of their own. */
const fresh = /^\/remote\/api\/public\/(captcha-challenge|connect-form|shorten-url)(\/|$)/

type Asked = Pick<Request, 'method' | 'mode' | 'destination'> & { headers: Pick<Headers, 'has'> }

function wayOf({ method, mode, destination, headers }: Asked, { pathname }: URL): Way | null {
  if (method === 'POST' && mode === 'navigate') return 'form'
  // A film is asked for in pieces.
  if (method !== 'GET' || headers.has('range') || destination === 'video' || destination === 'audio') return null
  if (pathname.startsWith('/assets/')) return 'asset'
  if (mode === 'navigate') return 'page'
  if (pathname.startsWith('/api/public/') || /^\/[^/]+\/manifest\.webmanifest$/.test(pathname)) return 'file'
  if (pathname.endsWith('.data')) return 'data'
  if (pathname.startsWith('/remote/api/public/') && !fresh.test(pathname)) return 'call'
  return null
}
