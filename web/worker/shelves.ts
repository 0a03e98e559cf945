import type { WorkerScope } from './scope.ts'

type Needs = Pick<WorkerScope, 'caches'>

/** A shelf by its name; null on a device that keeps nothing. */
export const openShelf = async ({ caches }: Needs, name: string): Promise<Cache | null> =>
  (await caches?.open(name).catch(() => null)) ?? null

export const shelvesNamed = async ({ caches }: Needs, front: string): Promise<string[]> =>
  ((await caches?.keys().catch(() => [])) ?? []).filter((name) => name.startsWith(front))

export const dropShelf = async ({ caches }: Needs, name: string): Promise<void> => void (await caches?.delete(name).catch(() => false))

const anyReader = { ignoreVary: true }

/** What lies under this address on a shelf, for whoever asks. */
export async function takeFrom(shelf: Cache | null, address: string, options: CacheQueryOptions = {}): Promise<Response | undefined> {
  return shelf?.match(address, { ...anyReader, ...options }).catch(() => undefined)
}

export async function readNote(shelf: Cache | null, name: string): Promise<unknown> {
  return (await takeFrom(shelf, name))?.json().catch(() => null)
}

export const noteOf = (value: unknown) => new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })

export const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError'

/** An answer as it may lie on a shelf: whole, decoded, and led here by no redirect, which a page would not be given. */
export function unwrapped({ body, status, headers }: Response, change: { status?: number; told?: Record<string, string> } = {}): Response {
  const own = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'set-cookie']) own.delete(name)
  for (const [name, value] of Object.entries(change.told ?? {})) own.set(name, value)
  return new Response(body, { status: change.status ?? status, headers: own })
}
