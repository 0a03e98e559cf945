import { notCached, type CardCacheStatus } from '../platform/app/worker-messages.ts'
import { chooseLanguage } from '#common/request-language.ts'
import { propertyOf } from '#common/property-of.ts'
import { offlineCardPages, cacheKeyOf } from './card-route.ts'
import { deleteGoneCard, storeCard, openCardCache, readCachedCard } from './cached-cards.ts'
import type { WorkerScope } from './scope.ts'
import { precacheFiles, precacheShell, deleteOldShells, type Shell, type Fonts } from './shell.ts'
import { matchIn, toCacheable } from './cache-storage.ts'

type CacheContext = { scope: WorkerScope; shell: Shell; now?: () => number; restMs?: number }
type CardRequest = { alias: string; language: string }

const defaultRestMs = 60_000
const inProgress = new Map<string, Promise<CardCacheStatus>>()

/** Caches the public card, at most once a minute. Concurrent requests share one run. */
export function cacheCard(deps: CacheContext, request: CardRequest): Promise<CardCacheStatus> {
  const known = inProgress.get(request.alias)
  if (known) return known
  const caching = cacheOnce(deps, request).finally(() => inProgress.delete(request.alias))
  inProgress.set(request.alias, caching)
  return caching
}

async function cacheOnce(deps: CacheContext, { alias, language }: CardRequest): Promise<CardCacheStatus> {
  const { scope, shell, now = Date.now, restMs = defaultRestMs } = deps
  const before = await readCachedCard(scope, alias)
  const isCurrent = before?.build === shell.build && before.language === language
  // If the clock was set back, the card is still refreshed.
  if (isCurrent && Math.abs(now() - before.at) < restMs) return { isCached: true, isReached: true, isNewer: false, cachedAt: before.at }
  const otherwise = before ? { ...notCached, isCached: true, cachedAt: before.at } : notCached
  try {
    await precacheShell(scope, shell, chooseLanguage(language))
    const found = await fetchCard(deps, { alias, language })
    if (found === 'gone') {
      await deleteGoneCard(scope, alias)
      return { ...notCached, isReached: true }
    }
    if (found === 'other build') {
      // The next worker caches it, with its own scripts.
      await scope.registration.update()
      return { ...otherwise, isReached: true }
    }
    const isNewer = before !== null && (await differs(scope, alias, found))
    const at = now()
    if (!(await storeCard(scope, { alias, language, build: shell.build, at }, found))) return { ...otherwise, isReached: true }
    await deleteOldShells(scope, shell)
    return { isCached: true, isReached: true, isNewer, cachedAt: at }
  } catch {
    // Offline, or the connection was lost halfway: the old copy stays.
    return otherwise
  }
}

async function fetchCard(
  { scope, shell }: CacheContext,
  { alias, language }: CardRequest,
): Promise<Map<string, Response> | 'gone' | 'other build'> {
  const found = new Map<string, Response>()
  const texts: string[] = []
  const home = { alias, page: 'home', isData: false, isApp: false }
  const init: RequestInit = { credentials: 'omit', headers: { 'accept-language': language } }

  async function page(key: string): Promise<Response | null> {
    const answer = await scope.fetch(key, init)
    if (!isAnswer(answer, key === cacheKeyOf(home))) throw new Error(`${key} answered ${answer.status}.`)
    const isHere = new URL(answer.url || key, scope.location.origin).pathname.toLowerCase() === key.split('?')[0]
    if (answer.status !== 200 || !isHere) {
      // Only our own error page means that a card is gone; a proxy or a hotel network answers 404, too.
      if (key === cacheKeyOf(home) && !manifestIn(await answer.text())) throw new Error(`${key} was not answered by us.`)
      return null
    }
    found.set(key, toCacheable(answer.clone()))
    texts.push(await answer.text())
    return answer
  }

  if (!(await page(cacheKeyOf(home)))) return 'gone'
  const renderedBy = manifestIn(texts[0] ?? '')
  // A captive portal may answer instead: pages we did not render aren't cached.
  if (!renderedBy || !shell.shared.includes(renderedBy)) return 'other build'
  for (const isApp of [false, true]) await page(cacheKeyOf({ ...home, isApp, isData: true }))
  await page(cacheKeyOf({ ...home, isApp: true }))
  for (const name of offlineCardPages.filter((one) => one !== 'home' && isLinked(one, texts, alias))) {
    const place = { alias, page: name, isData: false, isApp: false }
    if (await page(cacheKeyOf(place))) await page(cacheKeyOf({ ...place, isData: true }))
  }

  const bands = texts.flatMap((text) => text.match(bandOf) ?? [])
  await precacheFiles(scope, shell, [...fontsFor(texts, shell.fonts), ...new Set(bands)])
  const [html = ''] = texts
  const files = new Set(texts.flatMap(filesIn))
  const manifest = webManifestIn(html)
  if (manifest) {
    const answer = await file(manifest)
    for (const icon of iconsIn(await answer?.json().catch(() => null))) files.add(icon)
  }
  for (const path of files) await file(path)
  return found

  /** Picture URLs are versioned: a cached one isn't fetched again. */
  async function file(path: string): Promise<Response | null> {
    const cache = await openCardCache(scope, alias)
    const cached = ifImmutable(await matchIn(cache, path))
    // Prefetch, so that the server doesn't count a download.
    const answer = cached ?? (await scope.fetch(path, { credentials: 'omit', headers: { purpose: 'prefetch' } }).catch(() => null))
    if (!answer?.ok) return null
    found.set(path, toCacheable(answer.clone()))
    return answer
  }
}

/** A card has only the pages it links to, plus settings and install. */
const isLinked = (page: string, texts: readonly string[], alias: string) =>
  page === 'settings' || page === 'install' || texts.some((text) => text.toLowerCase().includes(`/${alias}/${page}`))

/** The response if it is marked immutable. */
export const ifImmutable = (answer: Response | undefined) =>
  answer?.headers.get('cache-control')?.includes('immutable') ? answer : undefined

/** Whether the answer is about the card. Rate limits and proxies don't count: a card isn't deleted for those. */
const isAnswer = ({ status }: Response, isHome: boolean) =>
  status !== 408 && status !== 429 && (status < 500 || status === 501) && (!isHome || status < 400 || status === 404 || status === 410)

/** Whether a page differs from the cached one, by ETag. */
async function differs(scope: WorkerScope, alias: string, found: ReadonlyMap<string, Response>): Promise<boolean> {
  const cache = await openCardCache(scope, alias)
  for (const [key, { headers }] of found) {
    const mark = headers.get('etag')
    if (mark && key.includes('.data') && (await matchIn(cache, key))?.headers.get('etag') !== mark) return true
  }
  return false
}

/** Letters of the extended Latin font files. */
const extendedLetters = /[\u0100-\u0151\u0154-\u0177\u0179-\u017f\u0218-\u021b]/
/** The tagline is italic, and in Ledger the title. */
const italicText = /class="(tagline|card ledger)"/
/** The band under the header of Ledger. */
const bandOf = /\/assets\/ledger-band-[\w-]+\.svg/g

/** The optional fonts that a card's pages use. */
function fontsFor(texts: readonly string[], { extended, italic, extendedItalic }: Fonts): string[] {
  const isExtended = texts.some((text) => extendedLetters.test(text))
  const isItalic = texts.some((text) => italicText.test(text))
  return [...(isExtended ? extended : []), ...(isItalic ? italic : []), ...(isExtended && isItalic ? extendedItalic : [])]
}

const widthMax = 960

/** Files of this site that a page links to, each in one width that serves phones and desktops. */
function filesIn(text: string): string[] {
  const found = text.matchAll(/\/api\/public\/[^\s"'<>\\,()]+/g)
  const byPath = new Map<string, { address: string; width: number }>()
  for (const [named] of found) {
    const address = named.replaceAll('&amp;', '&')
    const [path = '', query = ''] = address.split('?')
    // Link preview images aren't needed here.
    if (path.includes('/client-preview/')) continue
    const width = Number(new URLSearchParams(query).get('w') ?? 0)
    const best = byPath.get(path)
    if (!best || isBetter(width, best.width)) byPath.set(path, { address, width })
  }
  return [...byPath.values()].map(({ address }) => address)
}

const isBetter = (width: number, than: number) => (than > widthMax ? width < than : width <= widthMax && width > than)

/** The build that rendered a page, by its manifest file. */
const manifestIn = (html: string) => /data-manifest="([^"]+)"/.exec(html)?.[1] ?? null

function webManifestIn(html: string): string | null {
  const [tag = ''] = /<link\b[^>]*\brel="manifest"[^>]*>/.exec(html) ?? []
  return /\bhref="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? null
}

/** The icons and screenshots of a web app manifest. */
function iconsIn(manifest: unknown): string[] {
  const icons = propertyOf(manifest, 'icons')
  return (Array.isArray(icons) ? icons : []).flatMap((icon: unknown) => {
    const src = propertyOf(icon, 'src')
    return typeof src === 'string' && src.startsWith('/') && !src.startsWith('//') ? [src] : []
  })
}
