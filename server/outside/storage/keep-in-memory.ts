import type { Storage } from '../storage.ts'

const bytesMax = 32 * 1024 * 1024
/** Sizes of pictures; originals come and go too seldom. */
const largestBytes = 512 * 1024
/** What another server removed is not given for longer. */
const lifeMs = 5 * 60_000

type Kept = Pick<Storage, 'put' | 'get' | 'remove'>

/**
 * What was read last from far away. Keys carry what is in them, so nothing kept here grows wrong. Several who ask for the same at
 * once wait for one answer.
 */
export function keepInMemory<T extends Kept>(storage: T, nowMs = () => performance.now()): T {
  const kept = new Map<string, { body: Buffer; untilMs: number }>()
  const underWay = new Map<string, Promise<Buffer | null>>()
  let bytes = 0

  function drop(key: string) {
    bytes -= kept.get(key)?.body.length ?? 0
    kept.delete(key)
  }

  function keep(key: string, body: Buffer) {
    drop(key)
    if (body.length > largestBytes) return
    kept.set(key, { body, untilMs: nowMs() + lifeMs })
    bytes += body.length
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) break
      drop(oldest)
    }
  }

  async function fetchFirst(key: string): Promise<Buffer | null> {
    const body = await storage.get(key)
    // Removed meanwhile: it must not come back.
    if (body && underWay.has(key)) keep(key, body)
    return body
  }

  return {
    ...storage,
    async put(key, body) {
      await storage.put(key, body)
      keep(key, Buffer.from(body))
    },
    async get(key) {
      const found = kept.get(key)
      if (!found || found.untilMs < nowMs()) {
        drop(key)
        const asking = underWay.get(key) ?? fetchFirst(key).finally(() => underWay.delete(key))
        underWay.set(key, asking)
        return asking
      }
      kept.delete(key)
      kept.set(key, found)
      return found.body
    },
    async remove(prefix) {
      for (const key of [...kept.keys()].filter((each) => each.startsWith(prefix))) drop(key)
      for (const key of [...underWay.keys()].filter((each) => each.startsWith(prefix))) underWay.delete(key)
      await storage.remove(prefix)
    },
  }
}
