import type { WorkerScope } from './scope.ts'

type Deps = Pick<WorkerScope, 'caches'>

/** Opens a cache; null if the device has no cache storage. */
export const openCache = async ({ caches }: Deps, name: string): Promise<Cache | null> =>
  (await caches?.open(name).catch(() => null)) ?? null

export const listCaches = async ({ caches }: Deps, front: string): Promise<string[]> =>
  ((await caches?.keys().catch(() => [])) ?? []).filter((name) => name.startsWith(front))

export const deleteCache = async ({ caches }: Deps, name: string): Promise<void> => void (await caches?.delete(name).catch(() => false))

const anyReader = { ignoreVary: true }

/** The cached response for an address, ignoring Vary. */
export async function matchIn(cache: Cache | null, address: string, options: CacheQueryOptions = {}): Promise<Response | undefined> {
  return cache?.match(address, { ...anyReader, ...options }).catch(() => undefined)
}

export async function readJson(cache: Cache | null, name: string): Promise<unknown> {
  return (await matchIn(cache, name))?.json().catch(() => null)
}

export const jsonResponse = (value: unknown) => new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })

export const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

/** A cacheable copy of a response: decoded, and not marked as redirected, because navigations reject redirected responses. */
export function toCacheable(
  { body, status, headers }: Response,
  change: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const own = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'set-cookie']) own.delete(name)
  for (const [name, value] of Object.entries(change.headers ?? {})) own.set(name, value)
  return new Response(body, { status: change.status ?? status, headers: own })
}
