import { LRUCache } from 'lru-cache'
import { chooseLanguage } from '#common/request-language.ts'
import type { Language } from '#contract/languages.ts'
import type { Log } from '#server/integrations/log.ts'
import type { AnswerCache, Kept } from './answer-cache.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { pageKey } from '../pages/page-address.ts'

type KeptDeskNeeds = {
  cache: AnswerCache
  metrics: Metrics
  log: Log
}
type Asked = { url: string; acceptLanguage: string | undefined; userAgent: string | undefined }

export type KeptDesk = ReturnType<typeof createKeptDesk>

/** Finds the kept answer to a question and counts that it was given, on whichever road it came. */
export function createKeptDesk({ cache, metrics, log }: KeptDeskNeeds) {
  // Browsers send the same few Accept-Language headers: each is parsed once.
  const languages = new LRUCache<string, Language>({ max: 1000, memoMethod: chooseLanguage })

  return {
    /** For who carries no cookie: visitors are given none, and who has one may be signed in. */
    find({ url, acceptLanguage, userAgent }: Asked): Kept | undefined {
      if (url.startsWith('/remote/') || url.startsWith('/api/')) return cache.get(url)
      const kept = cache.get(pageKey(languages.memo(acceptLanguage ?? ''), userAgent, url))
      // Who is sent elsewhere takes along what a campaign hung on the address, and that is no part of what is kept.
      return kept?.status !== 200 && url.includes('?') ? undefined : kept
    },
    count(id: string, method: string | undefined, status: number, tookMs: number) {
      metrics.count('kept', status, tookMs, true)
      log.info('answered', { id, place: 'kept', method, status, ms: Math.round(tookMs * 10) / 10 })
    },
    /** Counted, and not told one by one: in a flood the lines would be one, too. */
    turnedAway(status: number, tookMs: number) {
      metrics.count('turned-away', status, tookMs)
    },
  }
}
