import { LRUCache } from 'lru-cache'
import type { Storage } from '../storage.ts'

const bytesMax = 32 * 1024 * 1024
/** Caches derived sizes; originals are requested too rarely. */
const largestBytes = 512 * 1024
/** How long a picture that another server removed may still be served. */
const maxAgeMs = 5 * 60_000

type CachedStorage = Pick<Storage, 'put' | 'get' | 'remove'>

/** Caches recent reads from a remote storage. Keys name a revision, so an entry never goes stale. Concurrent reads share one request. */
export function cacheInMemory<T extends CachedStorage>(storage: T, nowMs = () => performance.now()): T {
  const cache = new LRUCache<string, Buffer>({
    maxSize: bytesMax,
    maxEntrySize: largestBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now: nowMs },
  })
  const inProgress = new Map<string, Promise<Buffer | null>>()

  async function fetchAndCache(key: string): Promise<Buffer | null> {
    const body = await storage.get(key)
    // Removed in the meantime: do not cache it.
    if (body && inProgress.has(key)) cache.set(key, body)
    return body
  }

  return {
    ...storage,
    async put(key, body) {
      await storage.put(key, body)
      cache.set(key, Buffer.from(body))
    },
    async get(key) {
      const found = cache.get(key) ?? inProgress.get(key)
      if (found) return found
      const request = fetchAndCache(key).finally(() => inProgress.delete(key))
      inProgress.set(key, request)
      return request
    },
    async remove(prefix) {
      for (const map of [cache, inProgress]) for (const key of [...map.keys()].filter((each) => each.startsWith(prefix))) map.delete(key)
      await storage.remove(prefix)
    },
  }
}
