import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/integrations/log.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { PictureMissingError, logIfMissing } from '../picture-missing.ts'

const defaultStoreMs = 500
/** Pictures being stored at once. One above this number is not stored, and is rendered again at its next request. */
const storingMax = 16
const storing = new Map<string, Buffer>()

/** `storeMs`: how long a request waits for a slow storage to store its picture. */
export type RenderDeps = { storage: Pick<Storage, 'get' | 'put'>; storeMs?: number | undefined }

/** The picture under a key: rendered once, by the first request, and stored. */
export async function renderOnce(deps: RenderDeps, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const before = storing.get(key) ?? (await deps.storage.get(key).catch(nullIfUnavailable))
  if (before) return before
  return coalesce(key, () => makeAndStore(deps, key, make))
}

async function makeAndStore({ storage, storeMs = defaultStoreMs }: RenderDeps, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const made = await make()
  if (storing.size >= storingMax) return made
  storing.set(key, made)
  const stored = storage
    .put(key, made)
    // It can be rendered again, so an unavailable storage fails no request.
    .catch(nullIfUnavailable)
    .finally(() => storing.delete(key))
  stored.catch(() => {})
  await Promise.race([stored, wait(storeMs, undefined, { ref: false })])
  return made
}

const inProgress = new Map<string, Promise<Buffer>>()

/** Concurrent requests for a name share one rendering. */
function coalesce(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const drawing = inProgress.get(name) ?? draw().finally(() => inProgress.delete(name))
  inProgress.set(name, drawing)
  return drawing
}

type Deps = RenderDeps & { log: Log }
/** Awaits a source picture. */
type Find = (picture: Promise<Buffer | null>) => Promise<Buffer | null>

/**
 * Renders an image from other pictures. If a source is missing, it renders without and doesn't store the result, because the source may be
 * restored. Unavailable storage is an error instead: chats and home screens would show initials for days.
 */
export async function renderFromPictures(
  deps: Deps,
  key: string,
  draw: (find: Find) => Promise<Buffer>,
): Promise<{ picture: Buffer; isComplete: boolean }> {
  try {
    return { picture: await renderOnce(deps, key, () => draw((found) => found)), isComplete: true }
  } catch (error) {
    if (!(error instanceof PictureMissingError)) throw error
    logIfMissing(deps.log, error)
    const picture = await coalesce(`${key} without`, () => draw((found) => found.catch(nullIfMissing)))
    return { picture, isComplete: false }
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof PictureMissingError) return null
  throw error
}
