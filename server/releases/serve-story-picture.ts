import { readFile } from 'node:fs/promises'
import { matchesIfNoneMatch, entityTag } from '#server/common/entity-tag.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { builtInArt, pictureKey } from './picture-key.ts'

/** A built-in picture by name, or an uploaded one by id. Only uploaded ones are immutable: their id is a hash of the content. */
export async function serveStoryPicture(storage: Storage, id: string, request: Request): Promise<Response> {
  const builtIn = builtInArt.find((name) => name === id)
  // Uploaded pictures are immutable, so a 304 needs no read from the storage.
  if (!builtIn && matchesIfNoneMatch(request, entityTag(id)))
    return new Response(null, { status: 304, headers: headersOf(entityTag(id), builtIn) })
  const bytes = builtIn ? await readFile(new URL(`art/${builtIn}.svg`, import.meta.url)) : await storage.get(pictureKey(id))
  if (!bytes) throw problem('not-found')
  const headers = headersOf(builtIn ? entityTag(bytes) : entityTag(id), builtIn)
  if (matchesIfNoneMatch(request, headers.etag)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-length': String(bytes.length) } })
}

const headersOf = (etag: string, builtIn: string | undefined) => ({
  etag,
  'content-type': builtIn ? 'image/svg+xml; charset=utf-8' : 'image/webp',
  'cache-control': builtIn ? 'public, max-age=86400' : 'public, max-age=31536000, immutable',
})
