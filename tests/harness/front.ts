import { drizzle } from 'drizzle-orm/node-postgres'
import { createAnswerCache } from '#server/http/answer-cache.ts'
import { createFront } from '#server/http/front.ts'
import { createLimits } from '#server/http/limits.ts'
import { createMetrics } from '#server/http/metrics.ts'
import type { Handlers } from '#server/http/mount.ts'
import { createReadiness } from '#server/http/readiness.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from './silent-log.ts'

/** The door alone, with slices of the test's own behind it. Nothing here touches a database. */
export function aFront(handlers: Handlers) {
  const cache = createAnswerCache()
  const settings = readSettings({ DEMO: 'off' })
  const nowhere = drizzle('postgres://nobody@127.0.0.1:1/nothing')
  const fetch = createFront({
    settings,
    handlers,
    pages: null,
    cache,
    limits: createLimits(),
    metrics: createMetrics(),
    log: silentLog,
    readiness: createReadiness(nowhere),
    listed: { after: async () => [], pageStarts: async () => [] },
  })
  const ask = (path: string, init?: RequestInit) => fetch(new Request(new URL(path, settings.publicUrl), init))
  return { ask, cache }
}
