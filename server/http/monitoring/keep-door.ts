import type { AnswerCache } from '../cache/answer-cache.ts'
import { cachedResponse } from '../cache/cached-response.ts'
import { everyAnswer } from '../security/headers.ts'

/** Long and the same for everybody: made and compressed once for all who ask meanwhile, and not sent again to who has it. */
export async function keepDoor(cache: AnswerCache, request: Request, key: string, make: () => Response | Promise<Response>) {
  const kept = await cache.make(`door ${key}`, async () => {
    const { status, headers, body } = await make()
    const always = { 'cache-control': 'no-cache', ...Object.fromEntries(headers), vary: 'Accept-Encoding' }
    const bytes = Buffer.from(await new Response(body).arrayBuffer())
    return {
      answer: { status, headers: { ...everyAnswer, ...always }, body: bytes },
      dependsOn: new Set(['installation:product'] as const),
    }
  })
  return cachedResponse(kept, request)
}
