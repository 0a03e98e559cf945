import { chooseEncoding, compressFor } from './compress.ts'
import type { Answer, CacheEntry } from './answer-cache.ts'

export function isCacheEntry(answer: CacheEntry | Answer): answer is CacheEntry {
  return 'bodies' in answer
}

/**
 * An answer for one client. It may be private and repeat what its address contains, but its compressed size tells other sites
 * nothing (BREACH): requests from there bring no session, because its cookie is SameSite=Strict.
 */
export async function uncachedResponse({ status, headers, body }: Answer, request: Request): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'))
  const bytes = await compressFor(encoding, body)
  const response = new Response(new Uint8Array(bytes), { status, headers: { ...headers, 'cache-control': 'no-store' } })
  if (bytes !== body) response.headers.set('content-encoding', encoding)
  return response
}

/** The cached bytes, or 304 if the client has them; an answer that was not cached says no-store. */
export async function cachedResponse(answer: CacheEntry | Answer, request: Request): Promise<Response> {
  if (!isCacheEntry(answer)) return uncachedResponse(answer, request)
  if (isUnchanged(answer, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers: pairs(answer.unchanged) })
  const encoding = chooseEncoding(request.headers.get('accept-encoding'))
  return new Response(new Uint8Array(answer.bodies[encoding]), { status: answer.status, headers: pairs(answer.headers[encoding]) })
}

/**
 * True if the client has this answer: then it gets 304. Redirects and errors are answered in full, as RFC 9110 (13.2.1) asks. Tags
 * are compared weakly, because proxies add and remove the W/.
 */
export function isUnchanged({ status, etag }: Pick<CacheEntry, 'status' | 'etag'>, ifNoneMatch: string | undefined | null): boolean {
  if (!ifNoneMatch || status !== 200) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((one) => opaque(one.trim()) === opaque(etag))
}

const opaque = (tag: string) => (tag.startsWith('W/') ? tag.slice(2) : tag)

function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((name, index) => (index % 2 ? [] : [[name, flat[index + 1] ?? ''] as [string, string]]))
}
