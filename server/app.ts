import { listListed, listPageStarts } from './cards/list-listed.ts'
import { locateCard } from './cards/locate.job.ts'
import { cardRoutes } from './cards/routes.ts'
import { openChanges, type Changes } from './db/changes.ts'
import { openDatabase, type Database } from './db/database.ts'
import { linkRoutes } from './links/routes.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import { createFront } from './http/front.ts'
import type { ListedCards } from './http/search-doors.ts'
import { createLimits } from './http/limits.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import type { Handlers } from './http/mount.ts'
import type { Bindings } from './http/visitor.ts'
import { loadPageBuild } from './http/page-build.ts'
import { openJobs, type Jobs } from './jobs/jobs.ts'
import { refreshDueReviews, refreshReviews } from './reviews/refresh.job.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { openOutside, type Outside } from './outside/outside.ts'
import type { Settings } from './settings.ts'
import { releaseRoutes } from './releases/routes.ts'
import { visitRoutes } from './visits/routes.ts'
import { tidyVisits } from './visits/tidy.job.ts'
import { countVisit } from './visits/track-visits.ts'
import { openVisitBook, type VisitBook } from './visits/visit-book.ts'
import { siteOf } from './site-of.ts'

export type App = {
  /** `bindings` says where it comes from, as node does. */
  fetch(request: Request, bindings?: Bindings): Promise<Response>
  /** For node's own server: kept answers first, then everything else. */
  listener: ReturnType<typeof createListener>
  needs: Outside & Database & { changes: Changes; jobs: Jobs; visitBook: VisitBook; settings: Settings }
  [Symbol.asyncDispose](): Promise<void>
}

/** The whole server without a port: the only place that knows all slices. `pages: false` leaves the web build out; `works: false` leaves jobs to whoever settles them. */
export async function createApp(settings: Settings, given: Partial<Outside> & { pages?: boolean; works?: boolean } = {}): Promise<App> {
  const outside = openOutside(settings, given)
  const pages = given.pages === false ? null : await loadPageBuild(siteOf(settings))
  const database = await openDatabase(settings, outside.log)
  const changes = await openChanges(database, outside.log)
  const visitBook = openVisitBook({ ...database, log: outside.log })
  const before = { ...outside, ...database, changes, visitBook, settings }

  if (settings.demo) await seedDemo(before)

  // A job may ask for others: by then the jobs are open.
  const jobs: Jobs = openJobs(
    before,
    [refreshReviews(before), refreshDueReviews({ ...before, jobs: () => jobs }), tidyVisits(before), locateCard(before)],
    {
      works: given.works ?? true,
    },
  )
  const needs = { ...before, jobs }
  const handlers: Handlers = {
    ...mediaRoutes(needs),
    ...cardRoutes({ ...needs, countDownload: (subjectId, request) => count('v_card_download', subjectId, 'file', request) }),
    ...reviewRoutes(needs),
    ...linkRoutes({ ...needs, countClick: (subjectId, longUrl, request) => count('short_link_click', subjectId, longUrl, request) }),
    ...visitRoutes(needs),
    ...releaseRoutes(needs),
  }
  type Counted = Parameters<typeof countVisit>[1]['name']
  function count(name: Counted, subjectId: string, value: string, request: Request) {
    countVisit(needs, { subjectId, name, value }, request)
  }
  const cache = createAnswerCache()
  const forget = changes.on(cache.hear)
  // Who edits a card may be another program: whoever hears of it sees to it that its office is found.
  const watch = changes.on((change) => {
    if (settings.geocoder === 'off' || !change.startsWith('card:')) return
    const subjectId = change.slice('card:'.length)
    jobs
      .enqueue(database.db, 'cards.locate', { subjectId }, { key: subjectId })
      .catch((error: unknown) => outside.log.error('not-located', { error }))
  })
  const metrics = createMetrics()
  const { db } = database
  const listed: ListedCards = { after: (alias, count) => listListed(db, alias, count), pageStarts: (count) => listPageStarts(db, count) }
  const fetch = createFront({ settings, handlers, pages, cache, limits: createLimits(), metrics, log: outside.log, db, listed })
  const { log } = outside
  const listener = createListener({ fetch, cache, metrics, log, languageOf: pages?.languageOf ?? null, publicUrl: settings.publicUrl })

  return {
    fetch,
    listener,
    needs,
    async [Symbol.asyncDispose]() {
      forget()
      watch()
      await jobs[Symbol.asyncDispose]()
      await visitBook[Symbol.asyncDispose]()
      await changes[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      log.flush()
    },
  }
}
