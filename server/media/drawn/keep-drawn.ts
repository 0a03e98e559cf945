import { setTimeout as wait } from 'node:timers/promises'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawTogether } from './draw-together.ts'

/** How long a request waits for a slow storage to store its picture. */
const patienceMs = 500
/** Pictures being stored at once. One above this number is not stored, and is rendered again at its next request. */
const storingMax = 16
const storing = new Map<string, Buffer>()

/** The picture under a key: rendered once, by the first request, and stored. */
export async function keepDrawn(
  storage: Pick<Storage, 'get' | 'put'>,
  key: string,
  make: () => Promise<Buffer>,
  { delayMs = patienceMs } = {},
): Promise<Buffer> {
  const before = storing.get(key) ?? (await storage.get(key).catch(nullIfAway))
  if (before) return before
  return drawTogether(key, () => makeAndStore(storage, key, make, delayMs))
}

async function makeAndStore(storage: Pick<Storage, 'put'>, key: string, make: () => Promise<Buffer>, delayMs: number): Promise<Buffer> {
  const made = await make()
  if (storing.size >= storingMax) return made
  storing.set(key, made)
  const stored = storage
    .put(key, made)
    // It can be rendered again, so an unavailable storage fails no request.
    .catch(nullIfAway)
    .finally(() => storing.delete(key))
  stored.catch(() => {})
  await Promise.race([stored, wait(delayMs, undefined, { ref: false })])
  return made
}
