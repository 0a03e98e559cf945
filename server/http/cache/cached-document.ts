import type { AnswerCache } from './answer-cache.ts'
import { cachedResponse } from './cached-response.ts'
import { baseHeaders } from '../security/headers.ts'

type Options = { key: string; forMs?: number }

/** A long document that is the same for all clients: rendered and compressed once, and 304 for clients that have it. */
export async function cachedDocument(
  cache: AnswerCache,
  request: Request,
  { key, forMs = Infinity }: Options,
  make: () => Response | Promise<Response>,
) {
  const cached = await cache.make(`document ${key}`, async () => {
    const { status, headers, body } = await make()
    const always = { 'cache-control': 'no-cache', ...Object.fromEntries(headers), vary: 'Accept-Encoding' }
    const bytes = Buffer.from(await new Response(body).arrayBuffer())
    return {
      answer: { status, headers: { ...baseHeaders, ...always }, body: bytes },
      dependsOn: new Set(['installation:product'] as const),
      forMs,
    }
  })
  return cachedResponse(cached, request)
}
