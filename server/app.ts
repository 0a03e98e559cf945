import { cardRoutes } from './cards/routes.ts'
import { openChanges, type Changes } from './db/changes.ts'
import { openDatabase, type Database } from './db/database.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import { createFront } from './http/front.ts'
import { createLimits } from './http/limits.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import type { Handlers } from './http/mount.ts'
import { loadPageBuild } from './http/page-build.ts'
import { mediaRoutes } from './media/routes.ts'
import { openOutside, type Outside } from './outside/outside.ts'
import type { Settings } from './settings.ts'
import { siteOf } from './site-of.ts'

export type App = {
  fetch(request: Request): Promise<Response>
  /** For node's own server: kept answers first, then everything else. */
  listener: ReturnType<typeof createListener>
  needs: Outside & Database & { changes: Changes; settings: Settings }
  [Symbol.asyncDispose](): Promise<void>
}

/** The whole server without a port: the only place that knows all slices. `pages: false` leaves the web build out. */
export async function createApp(settings: Settings, given: Partial<Outside> & { pages?: boolean } = {}): Promise<App> {
  const outside = openOutside(settings, given)
  const pages = given.pages === false ? null : await loadPageBuild(siteOf(settings))
  const database = await openDatabase(settings, outside.log)
  const changes = await openChanges(database, outside.log)
  const needs = { ...outside, ...database, changes, settings }

  if (settings.demo) await seedDemo(needs)

  const handlers: Handlers = { ...mediaRoutes(needs), ...cardRoutes(needs) }
  const cache = createAnswerCache()
  const forget = changes.on(cache.hear)
  const metrics = createMetrics()
  const fetch = createFront({ settings, handlers, pages, cache, limits: createLimits(), metrics, log: outside.log, db: database.db })
  const { log } = outside
  const listener = createListener({ fetch, cache, metrics, log, languageOf: pages?.languageOf ?? null, publicUrl: settings.publicUrl })

  return {
    fetch,
    listener,
    needs,
    async [Symbol.asyncDispose]() {
      forget()
      await changes[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      log.flush()
    },
  }
}
