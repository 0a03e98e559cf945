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
import { openJobs, type Jobs } from './jobs/jobs.ts'
import { refreshDueReviews, refreshReviews } from './reviews/refresh.job.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { openOutside, type Outside } from './outside/outside.ts'
import type { Settings } from './settings.ts'
import { siteOf } from './site-of.ts'

export type App = {
  fetch(request: Request): Promise<Response>
  /** For node's own server: kept answers first, then everything else. */
  listener: ReturnType<typeof createListener>
  needs: Outside & Database & { changes: Changes; jobs: Jobs; settings: Settings }
  [Symbol.asyncDispose](): Promise<void>
}

/** The whole server without a port: the only place that knows all slices. `pages: false` leaves the web build out; `works: false` leaves jobs to whoever settles them. */
export async function createApp(settings: Settings, given: Partial<Outside> & { pages?: boolean; works?: boolean } = {}): Promise<App> {
  const outside = openOutside(settings, given)
  const pages = given.pages === false ? null : await loadPageBuild(siteOf(settings))
  const database = await openDatabase(settings, outside.log)
  const changes = await openChanges(database, outside.log)
  const before = { ...outside, ...database, changes, settings }

  if (settings.demo) await seedDemo(before)

  // A job may ask for others: by then the jobs are open.
  const jobs: Jobs = openJobs(before, [refreshReviews(before), refreshDueReviews({ ...before, jobs: () => jobs })], {
    works: given.works ?? true,
  })
  const needs = { ...before, jobs }
  const handlers: Handlers = { ...mediaRoutes(needs), ...cardRoutes(needs), ...reviewRoutes(needs) }
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
      await jobs[Symbol.asyncDispose]()
      await changes[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      log.flush()
    },
  }
}
