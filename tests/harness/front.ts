import pg from 'pg'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { createFront, type FrontDeps } from '#server/http/front.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import { createReadiness } from '#server/http/monitoring/readiness.ts'
import type { Bindings } from '#server/http/visitor.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

/** The HTTP front with the handlers that the test passes, without a database. */
export function aFront(handlers: Partial<Handlers>, overrides: Partial<FrontDeps> = {}) {
  const cache = createAnswerCache()
  const settings = readSettings({ DEMO: 'off' })
  const nowhere = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' })
  const fetch = createFront({
    settings,
    handlers: handlers as Handlers,
    pages: null,
    cache,
    limits: createLimits(),
    metrics: createMetrics(),
    log: silentLog,
    readiness: createReadiness({ pool: nowhere }),
    listed: { after: async () => [], pageStarts: async () => [] },
    ...overrides,
  })
  const ask = (path: string, init?: RequestInit, bindings?: Bindings) =>
    fetch(new Request(new URL(path, settings.publicUrl), init), bindings)
  return { ask, cache }
}
