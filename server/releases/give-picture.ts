import { readFile } from 'node:fs/promises'
import { hasAlready, tagOf } from '#server/entity-tag.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { ourArt, pictureKey } from './picture-key.ts'

/** Ours by name, an operator's by its id. Ours may be drawn better one day; another picture of an operator's is another id. */
export async function givePicture(storage: Storage, id: string, request: Request): Promise<Response> {
  const ours = ourArt.find((name) => name === id)
  // An operator's id is made from what is in it: whoever has it is told so before anything is read.
  if (!ours && hasAlready(request, tagOf(id))) return new Response(null, { status: 304, headers: headersOf(tagOf(id), ours) })
  const bytes = ours ? await readFile(new URL(`art/${ours}.svg`, import.meta.url)) : await storage.get(pictureKey(id))
  if (!bytes) throw problem('not-found')
  const headers = headersOf(ours ? tagOf(bytes) : tagOf(id), ours)
  if (hasAlready(request, headers.etag)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-length': String(bytes.length) } })
}

const headersOf = (etag: string, ours: string | undefined) => ({
  etag,
  'content-type': ours ? 'image/svg+xml; charset=utf-8' : 'image/webp',
  'cache-control': ours ? 'public, max-age=86400' : 'public, max-age=31536000, immutable',
})
