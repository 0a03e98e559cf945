import { nullIfAway } from '#server/outside/storage-away.ts'
import type { Storage } from '#server/outside/storage.ts'
import { drawTogether } from './draw-together.ts'

/** A picture under its key: made once, by the first who asks, and kept. */
export async function keepDrawn(storage: Storage, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const before = await storage.get(key).catch(nullIfAway)
  if (before) return before
  return drawTogether(key, () => makeAndKeep(storage, key, make))
}

async function makeAndKeep(storage: Storage, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const made = await make()
  // It can be made again: whoever waits for it has it even while there is nowhere to put it.
  await storage.put(key, made).catch(nullIfAway)
  return made
}
