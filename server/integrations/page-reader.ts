import type { Settings } from '#server/settings.ts'
import { anyPublicHost, guardedFetch } from './guard/guarded-fetch.ts'

type ReadPage = { url: URL; type: string; body: Buffer }
export type PageReader = { read(url: URL, bytesMax: number): Promise<ReadPage | null> }

const timeoutMs = 5000
const redirectsMax = 3

/** Reads a public page or picture; each redirect is checked like the first address. Null for any error, so that no answer tells what is inside. */
export function createPageReader({ publicUrl }: Pick<Settings, 'publicUrl'>, options = anyPublicHost): PageReader {
  const fetch = guardedFetch(options)
  const headers = { 'user-agent': `Carte card import (+${publicUrl})`, accept: 'text/html,image/*;q=0.9,*/*;q=0.8' }
  return {
    async read(first, bytesMax) {
      const signal = AbortSignal.timeout(timeoutMs)
      let url = first
      try {
        for (let hop = 0; hop <= redirectsMax; hop++) {
          const answer = await fetch(url, { headers, timeoutMs, bytesMax, signal })
          const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
          if (location === null)
            return answer.status === 200 ? { url, type: answer.headers.get('content-type') ?? '', body: answer.body } : null
          url = new URL(location, url)
        }
      } catch {
        // Blocked, unreachable, too slow or too large: the caller learns no more than that.
      }
      return null
    },
  }
}
