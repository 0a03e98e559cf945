import { LRUCache } from 'lru-cache'
import { chooseLanguage } from '#common/request-language.ts'
import type { Language } from '#contract/languages.ts'
import type { Log } from '#server/integrations/log.ts'
import type { AnswerCache, CacheEntry } from './answer-cache.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { pageKey } from '../pages/page-address.ts'

type CacheFrontNeeds = {
  cache: AnswerCache
  metrics: Metrics
  log: Log
}
type Asked = { url: string; acceptLanguage: string | undefined; userAgent: string | undefined }

export type CacheFront = ReturnType<typeof createCacheFront>

/** What the listener asks before a Request is made: the cached answer, if there is one, and where it is counted. */
export function createCacheFront({ cache, metrics, log }: CacheFrontNeeds) {
  // Browsers send the same few Accept-Language headers: each is parsed once.
  const languages = new LRUCache<string, Language>({ max: 1000, memoMethod: chooseLanguage })

  return {
    /** For requests without a cookie: visitors get none, and a request with one may be signed in. */
    find({ url, acceptLanguage, userAgent }: Asked): CacheEntry | undefined {
      if (url.startsWith('/remote/') || url.startsWith('/api/')) return cache.get(url)
      const entry = cache.get(pageKey(languages.memo(acceptLanguage ?? ''), userAgent, url))
      // A redirect carries the campaign parameters of its request along, and they are not part of the cache key.
      return entry?.status !== 200 && url.includes('?') ? undefined : entry
    },
    count(id: string, method: string | undefined, status: number, tookMs: number) {
      metrics.count('kept', status, tookMs, true)
      log.info('answered', { id, place: 'kept', method, status, ms: Math.round(tookMs * 10) / 10 })
    },
    /** Counted and not logged one by one: in a flood of requests the log would be a flood, too. */
    turnedAway(status: number, tookMs: number) {
      metrics.count('turned-away', status, tookMs)
    },
  }
}
