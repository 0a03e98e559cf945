import { LRUCache } from 'lru-cache'
import type { Storage } from '../storage.ts'

const bytesMax = 32 * 1024 * 1024
/** Caches derived sizes; originals are requested too rarely. */
const largestBytes = 512 * 1024
/** How long a picture that another server removed may still be served. */
const lifeMs = 5 * 60_000

type Kept = Pick<Storage, 'put' | 'get' | 'remove'>

/** Caches recent reads from a remote storage. Keys name a revision, so an entry never goes stale. Concurrent reads share one request. */
export function keepInMemory<T extends Kept>(storage: T, nowMs = () => performance.now()): T {
  const kept = new LRUCache<string, Buffer>({
    maxSize: bytesMax,
    maxEntrySize: largestBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: lifeMs,
    ttlResolution: 0,
    perf: { now: nowMs },
  })
  const underWay = new Map<string, Promise<Buffer | null>>()

  async function fetchFirst(key: string): Promise<Buffer | null> {
    const body = await storage.get(key)
    // Removed in the meantime: do not cache it.
    if (body && underWay.has(key)) kept.set(key, body)
    return body
  }

  return {
    ...storage,
    async put(key, body) {
      await storage.put(key, body)
      kept.set(key, Buffer.from(body))
    },
    async get(key) {
      const found = kept.get(key) ?? underWay.get(key)
      if (found) return found
      const asking = fetchFirst(key).finally(() => underWay.delete(key))
      underWay.set(key, asking)
      return asking
    },
    async remove(prefix) {
      for (const cache of [kept, underWay]) for (const key of [...cache.keys()].filter((each) => each.startsWith(prefix))) cache.delete(key)
      await storage.remove(prefix)
    },
  }
}
