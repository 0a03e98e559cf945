import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/integrations/log.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { PictureMissing, tellIfMissing } from '../picture-missing.ts'

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

const underWay = new Map<string, Promise<Buffer>>()

/** Drawn once for all who ask for it under this name meanwhile. */
function drawTogether(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const drawing = underWay.get(name) ?? draw().finally(() => underWay.delete(name))
  underWay.set(name, drawing)
  return drawing
}

type Needs = { storage: Storage; log: Log }
/** Awaits a picture to draw with. */
type Find = (picture: Promise<Buffer | null>) => Promise<Buffer | null>

/**
 * What is drawn of other pictures. Where one of them lies nowhere it is drawn without, and not kept: it may be brought back.
 * Storage that is away is another matter: it is back in a moment, and a chat or a home screen would show initials for days.
 */
export async function keepDrawnOfPictures(
  { storage, log }: Needs,
  key: string,
  draw: (find: Find) => Promise<Buffer>,
): Promise<{ picture: Buffer; isWhole: boolean }> {
  try {
    return { picture: await keepDrawn(storage, key, () => draw((found) => found)), isWhole: true }
  } catch (error) {
    if (!(error instanceof PictureMissing)) throw error
    tellIfMissing(log, error)
    const picture = await drawTogether(`${key} without`, () => draw((found) => found.catch(nullIfMissing)))
    return { picture, isWhole: false }
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof PictureMissing) return null
  throw error
}
