import { LRUCache } from 'lru-cache'
import { chooseLanguage } from '#common/request-language.ts'
import type { Language } from '#contract/languages.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import type { AnswerCache, CacheEntry } from './answer-cache.ts'
import { logAnswer } from '../monitoring/log-answer.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { pageKey } from '../pages/page-address.ts'

type CacheFrontDeps = {
  cache: AnswerCache
  metrics: Metrics
  log: Log
  settings: Pick<Settings, 'logAnswersMs'>
}
type CacheLookup = { url: string; acceptLanguage: string | undefined; userAgent: string | undefined }

export type CacheFront = ReturnType<typeof createCacheFront>

/** Used by the listener before it creates a Request: finds the cached answer and counts it. */
export function createCacheFront({ cache, metrics, log, settings }: CacheFrontDeps) {
  // Browsers send the same few Accept-Language headers: each is parsed once.
  const languages = new LRUCache<string, Language>({ max: 1000, memoMethod: chooseLanguage })

  return {
    /** For requests without a cookie: visitors get none, and a request with one may be signed in. */
    find({ url, acceptLanguage, userAgent }: CacheLookup): CacheEntry | undefined {
      if (url.startsWith('/remote/') || url.startsWith('/api/')) return cache.get(url)
      const entry = cache.get(pageKey(languages.memo(acceptLanguage ?? ''), userAgent, url))
      // A redirect carries the campaign parameters of its request along, and they are not part of the cache key.
      return entry?.status !== 200 && url.includes('?') ? undefined : entry
    },
    count(id: string, method: string | undefined, status: number, tookMs: number) {
      metrics.count('cache', status, tookMs, true)
      logAnswer({ log, settings }, { id, place: 'cache', method, status, tookMs })
    },
    /** Counts a request that load shedding refused. It is not logged: an overload must not overload the log, too. */
    countShed(status: number, tookMs: number) {
      metrics.count('shed', status, tookMs)
    },
  }
}
