import { webLink } from '#common/text/web-link.ts'
import { createClient } from '../../platform/api/client.ts'

const waitMs = 4000

export const cardShortener = (alias: string, slug: string) =>
  createShortener({
    request: async (longUrl) => (await createClient({ slug }).call('links.shorten', { query: { longUrl, profile: alias } })).text(),
    isOnline: () => navigator.onLine,
    waitMs,
  })

type Deps = { request(longUrl: string): Promise<string>; isOnline(): boolean; waitMs: number }

/** Shortens each link once, also for concurrent requests. Offline, on timeout or on an invalid answer the result is the long link. */
export function createShortener({ request, isOnline, waitMs }: Deps) {
  const results = new Map<string, Promise<string>>()

  return function shorten(longUrl: string): Promise<string> {
    const known = results.get(longUrl) ?? shortOrLong(longUrl)
    results.set(longUrl, known)
    return known
  }

  async function shortOrLong(longUrl: string): Promise<string> {
    return (isOnline() ? await Promise.race([requested(longUrl), after(waitMs)]) : null) ?? longUrl
  }

  async function requested(longUrl: string): Promise<string | null> {
    try {
      return webLink(await request(longUrl))
    } catch {
      return null
    }
  }
}

const after = (ms: number) => new Promise<null>((done) => setTimeout(done, ms, null))
