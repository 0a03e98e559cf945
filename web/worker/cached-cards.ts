import { propertyOf } from '#common/property-of.ts'
import type { WorkerScope } from './scope.ts'
import { deleteCache, isFull, jsonResponse, openCache, readJson, listCaches } from './cache-storage.ts'

/** A cached card. `turn` is a counter instead of a time, because device clocks may be wrong. */
type CachedCard = { alias: string; build: string; language: string; at: number; turn: number }

const front = 'card-'
const cardsMax = 6
const metaPath = '/kept'
export const callsCache = 'calls'

export const openCardCache = (scope: WorkerScope, alias: string) => openCache(scope, front + alias)
const deleteCard = (scope: WorkerScope, alias: string) => deleteCache(scope, front + alias)

/** Deletes a card that no longer exists, and the cached public calls, which aren't stored by card. */
export async function deleteGoneCard(scope: WorkerScope, alias: string) {
  await deleteCard(scope, alias)
  await deleteCache(scope, callsCache)
}

const cachedAliases = async (scope: WorkerScope) => (await listCaches(scope, front)).map((name) => name.slice(front.length))

/** The first of these names that is a cached card's alias. */
export async function findCachedAlias(scope: WorkerScope, names: Iterable<string>): Promise<string | null> {
  const known = await cachedAliases(scope)
  for (const name of names) if (known.includes(name) && (await readCachedCard(scope, name))) return name
  return null
}

export async function readCachedCard(scope: WorkerScope, alias: string): Promise<CachedCard | null> {
  if (!(await cachedAliases(scope)).includes(alias)) return null
  const found = await readJson(await openCardCache(scope, alias), metaPath)
  return isCachedCard(found) ? found : null
}

export async function listCachedCards(scope: WorkerScope): Promise<CachedCard[]> {
  const found = await Promise.all((await cachedAliases(scope)).map((alias) => readCachedCard(scope, alias)))
  return found.filter((one) => one !== null)
}

/** Stores a card's responses and deletes the ones it no longer has. If the storage is full, evicts the least recently cached card. */
export async function storeCard(
  scope: WorkerScope,
  card: Omit<CachedCard, 'turn'>,
  answers: ReadonlyMap<string, Response>,
): Promise<boolean> {
  const others = await listCachedCards(scope)
  const cache = await openCardCache(scope, card.alias)
  if (!cache) return false
  const turn = Math.max(0, ...others.map((one) => one.turn)) + 1
  const parts = [...answers, [metaPath, jsonResponse({ ...card, turn })] as const]
  for (const [path, answer] of parts) if (!(await store(scope, cache, card.alias, path, answer))) return false
  const { origin } = scope.location
  const wanted = new Set(parts.map(([path]) => new URL(path, origin).href))
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url, { ignoreVary: true })
  while ((await listCachedCards(scope)).length > cardsMax) if (!(await deleteOldestCard(scope, card.alias))) break
  return true
}

async function store(scope: WorkerScope, cache: Cache, alias: string, path: string, answer: Response): Promise<boolean> {
  for (;;) {
    try {
      await cache.put(path, answer.clone())
      return true
    } catch (error) {
      if (!isFull(error) || !(await deleteOldestCard(scope, alias))) return false
    }
  }
}

/** Returns whether there was another card to delete. */
export async function deleteOldestCard(scope: WorkerScope, except: string | null): Promise<boolean> {
  const [oldest] = (await listCachedCards(scope)).filter(({ alias }) => alias !== except).toSorted((a, b) => a.turn - b.turn)
  if (!oldest) return false
  await deleteCard(scope, oldest.alias)
  return true
}

function isCachedCard(found: unknown): found is CachedCard {
  const texts = ['alias', 'build', 'language'].every((name) => typeof propertyOf(found, name) === 'string')
  return texts && ['at', 'turn'].every((name) => typeof propertyOf(found, name) === 'number')
}
