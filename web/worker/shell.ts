import { offlinePath } from '#contract/pages.ts'
import { chooseLanguage } from '#common/request-language.ts'
import { propertyOf } from '#common/property-of.ts'
import { deleteOldestCard, listCachedCards } from './cached-cards.ts'
import type { WorkerScope } from './scope.ts'
import { deleteCache, isFull, jsonResponse, openCache, readJson, listCaches, matchIn, toCacheable } from './cache-storage.ts'

/** The files one build needs to render a card: shared, and per language. */
export type Shell = {
  build: string
  shared: readonly string[]
  languages: Readonly<Record<string, readonly string[]>>
  fonts: Fonts
}

/** Fonts that not every card uses. */
export type Fonts = { extended: readonly string[]; italic: readonly string[]; extendedItalic: readonly string[] }

const front = 'shell-'
const nameOf = ({ build }: Shell) => front + build
const before = '/before'
const concurrency = 6

const openShell = (scope: WorkerScope, shell: Shell) => openCache(scope, nameOf(shell))

/** Precaches everything at install. If it fails, the browser retries and it resumes. */
export async function precacheShell(scope: WorkerScope, shell: Shell, language = chooseLanguage(scope.navigator.languages.join(','))) {
  const cache = await openShell(scope, shell)
  // Without cache storage, push notifications still work.
  if (!cache) return
  const wanted = [...shell.shared, ...(shell.languages[language] ?? [])]
  const queue = await missingFrom(cache, wanted)
  const work = async () => {
    for (let path = queue.pop(); path; path = queue.pop()) await store(scope, cache, path)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  await precacheOfflinePage(scope, cache, language)
}

/** Adds missing files to the precache. */
export async function precacheFiles(scope: WorkerScope, shell: Shell, paths: readonly string[]) {
  const cache = await openShell(scope, shell)
  if (cache) for (const path of await missingFrom(cache, paths)) await store(scope, cache, path)
}

async function missingFrom(cache: Cache, wanted: readonly string[]): Promise<string[]> {
  const found = await Promise.all(wanted.map((path) => matchIn(cache, path)))
  return wanted.filter((_, place) => !found[place])
}

/** Asset names have a content hash: a copy of another build is the same file. */
async function store(scope: WorkerScope, cache: Cache, path: string) {
  const known = await scope.caches?.match(path, { ignoreVary: true })
  const answer = known ?? (await scope.fetch(path, { credentials: 'omit' }))
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  await storeOrEvict(scope, cache, path, toCacheable(answer))
}

async function precacheOfflinePage(scope: WorkerScope, cache: Cache, language: string) {
  const cached = await matchIn(cache, offlinePath)
  if (cached?.headers.get('content-language') === language) return
  const answer = await scope.fetch(offlinePath, { credentials: 'omit', headers: { 'accept-language': language } })
  if (!answer.ok) throw new Error(`${offlinePath} answered ${answer.status}.`)
  await storeOrEvict(scope, cache, offlinePath, toCacheable(answer, { status: 503, headers: { 'cache-control': 'no-store' } }))
}

async function storeOrEvict(scope: WorkerScope, cache: Cache, path: string, answer: Response) {
  const spare = answer.clone()
  try {
    await cache.put(path, answer)
  } catch (error) {
    if (!isFull(error) || !(await deleteOldestCard(scope, null))) throw error
    await cache.put(path, spare)
  }
}

export async function answerAsset(scope: WorkerScope, shell: Shell, request: Request): Promise<Response> {
  const found = await scope.caches?.match(request.url, { ignoreVary: true }).catch(() => undefined)
  if (found) return found
  const answer = await scope.fetch(request)
  if (answer.ok) {
    const cache = await openShell(scope, shell)
    await cache?.put(request.url, answer.clone()).catch(() => {})
  }
  return answer
}

/** The offline page, with status 503 at the requested address. */
export async function offlinePage(scope: WorkerScope, shell: Shell): Promise<Response> {
  return (await matchIn(await openShell(scope, shell), offlinePath)) ?? Response.error()
}

const windowIds = async ({ clients }: WorkerScope) =>
  (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id)

/** Remembers the windows and builds at takeover: open pages of older builds may still need their files. */
export async function rememberPreviousBuilds(scope: WorkerScope, shell: Shell) {
  const builds = (await listCaches(scope, front)).filter((name) => name !== nameOf(shell))
  const cache = await openShell(scope, shell)
  await cache?.put(before, jsonResponse({ builds, windows: await windowIds(scope) })).catch(() => {})
}

/** Deletes older builds once no window and no cached card uses them. */
export async function deleteOldShells(scope: WorkerScope, shell: Shell) {
  // Another shell may belong to the next build, which is waiting; only older ones are deleted.
  const known = await readJson(await openShell(scope, shell), before)
  const read = (name: 'builds' | 'windows'): unknown[] => {
    const found = propertyOf(known, name)
    return Array.isArray(found) ? found : []
  }
  const old = (await listCaches(scope, front)).filter((name) => name !== nameOf(shell) && read('builds').includes(name))
  if (old.length === 0) return
  const open = new Set<unknown>(await windowIds(scope))
  if (read('windows').some((id) => open.has(id))) return
  if ((await listCachedCards(scope)).some(({ build }) => build !== shell.build)) return
  for (const name of old) await deleteCache(scope, name)
}
