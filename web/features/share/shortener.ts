import { webLink } from '#contract/web-link.ts'

type Needs = { ask(longUrl: string): Promise<string>; isOnline(): boolean; waitMs: number }

/**
 * Makes links short, once each, also when two presses ask at the same time. Nobody waits for it in vain: without a network, an answer, or a sensible one, the long link
 * is kept as the short one.
 */
export function createShortener({ ask, isOnline, waitMs }: Needs) {
  const kept = new Map<string, Promise<string>>()

  return function shorten(longUrl: string): Promise<string> {
    const known = kept.get(longUrl) ?? shortOrLong(longUrl)
    kept.set(longUrl, known)
    return known
  }

  async function shortOrLong(longUrl: string): Promise<string> {
    return (isOnline() ? await Promise.race([asked(longUrl), after(waitMs)]) : null) ?? longUrl
  }

  async function asked(longUrl: string): Promise<string | null> {
    try {
      return webLink(await ask(longUrl))
    } catch {
      return null
    }
  }
}

const after = (ms: number) => new Promise<null>((done) => setTimeout(done, ms, null))
