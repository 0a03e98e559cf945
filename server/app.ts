import { mailTaken } from './abuse/mail-taken.job.ts'
import { abuseRoutes } from './abuse/routes.ts'
import { tidyReports } from './abuse/tidy.job.ts'
import { mailChange } from './accounts/sign-in/mail-change.job.ts'
import { mailLink } from './accounts/mailed-links/mail-link.job.ts'
import { readCaller } from './accounts/sessions/read-caller.ts'
import { readKnown } from './accounts/sign-in/known-browser.ts'
import { accountRoutes } from './accounts/routes.ts'
import { tidyAccounts } from './accounts/tidy.job.ts'
import { applyHeard } from './billing/events/apply.job.ts'
import { mailBillingDue } from './billing/mails/mail-due.job.ts'
import { mailPaymentFailed } from './billing/mails/mail-payment-failed.job.ts'
import { mailTrialEnds } from './billing/mails/mail-trial-ends.job.ts'
import { reconcileBilling } from './billing/provider/reconcile.job.ts'
import { offerOf } from './billing/orders/offered-plans.ts'
import { tidyProvider } from './billing/provider/tidy-provider.job.ts'
import { billingRoutes } from './billing/routes.ts'
import { listCardsById, nameCards } from './cards/owned/list-cards.ts'
import { findCardByKey, listListed, listPageStarts } from './cards/public/find-cards.ts'
import { aliasRoutes } from './cards/aliases/alias-routes.ts'
import { locateHeard } from './cards/settings/locate-heard.ts'
import { locateCard, locateMissed } from './cards/settings/locate.job.ts'
import { checkLinks } from './cards/link-checks/check-links.job.ts'
import { mailClaimCode } from './cards/claims/mail-claim-code.job.ts'
import { tidyCards } from './cards/tidy.job.ts'
import { readCaptureById } from './cards/public/read-capture.ts'
import { readOwnCard } from './cards/owned/read-own-card.ts'
import { cardRoutes } from './cards/routes.ts'
import { mailCard } from './contacts/mails/mail-card.job.ts'
import { mailContact } from './contacts/mails/mail.job.ts'
import { pushContact } from './contacts/mails/push.job.ts'
import { contactRoutes } from './contacts/routes.ts'
import { mailHeld } from './contacts/mails/mail-held.job.ts'
import { tidyContacts } from './contacts/tidy.job.ts'
import { showGauges } from './gauges.ts'
import { openChanges, type Changes } from './database/changes/changes.ts'
import { openDatabase, type Database } from './database/database.ts'
import { openPool, countWaiting } from './database/pool.ts'
import { claimStorage, placeIn } from './database/storage-owner.ts'
import { importCardsJob } from './admin/import.job.ts'
import { adminRoutes } from './admin/routes.ts'
import { tidyDesk } from './admin/tidy.job.ts'
import { linkRoutes } from './links/routes.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { createAnswerCache } from './http/cache/answer-cache.ts'
import { openLoadShedder } from './http/limits/load-shedding.ts'
import { createFront } from './http/front.ts'
import type { ListedCards } from './http/search-endpoints.ts'
import { createCacheFront } from './http/cache/cache-front.ts'
import { shareFactor, takePerAddress } from './http/limits/per-address.ts'
import { openLimits } from './http/limits/limit-book.ts'
import { tidyLimits } from './http/limits/tidy-limits.job.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/monitoring/metrics.ts'
import { createReadiness } from './http/monitoring/readiness.ts'
import type { Handlers } from './http/calls/mount.ts'
import type { Bindings } from './http/visitor.ts'
import { loadPageBuild } from './http/pages/page-build.ts'
import { openJobs, type Jobs } from './jobs/jobs.ts'
import { refreshDueReviews, refreshReviews } from './reviews/refresh.job.ts'
import { pushRoutes } from './push/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { sweepBytes } from './media/sweep.job.ts'
import { createIdentity } from './integrations/identity.ts'
import { createLog } from './integrations/log.ts'
import { openOutside, openOutsideWithDb, type Outside, type OutsideWithDb } from './integrations/outside.ts'
import { tallyLines } from './integrations/tally-lines.ts'
import { createCondition } from './read-condition.ts'
import type { Settings } from './settings.ts'
import { eraseAccounts } from './privacy/erase.job.ts'
import { mailLeaving } from './privacy/mail-leaving.job.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { releaseRoutes } from './releases/routes.ts'
import { sweepStories } from './releases/sweep.job.ts'
import { visitRoutes } from './visits/routes.ts'
import { tidyVisits } from './visits/tidy.job.ts'
import { countServerEvent } from './visits/track-visits.ts'
import { keepOpenCards, type OpenCards } from './visits/open-cards.ts'
import { openVisitBook, type VisitBook } from './visits/visit-book.ts'
import { siteOf } from './site-of.ts'

export type App = {
  /** `bindings` says where it comes from, as node does. */
  fetch(request: Request, bindings?: Bindings): Promise<Response>
  /** For node's own server: kept answers first, then everything else. */
  listener: ReturnType<typeof createListener>
  /** Balancers are told that it stops; it serves on. */
  leave(): void
  needs: Outside &
    OutsideWithDb &
    Database & { changes: Changes; jobs: Jobs; openCards: OpenCards; visitBook: VisitBook; settings: Settings }
  [Symbol.asyncDispose](): Promise<void>
}

const overloadHint = 'More is asked than this server can answer; see docs/runbooks/crowded.md'

/** The whole server without a port: the only place that knows all slices. `pages: false` leaves the web build out; `works: false` leaves jobs to whoever settles them. */
export async function createApp(
  settings: Settings,
  given: Partial<Outside & OutsideWithDb> & { pages?: boolean; works?: boolean; nowMs?: () => number } = {},
): Promise<App> {
  const tally = tallyLines(given.log ?? createLog(settings.logLevel))
  const outside = await openOutside(settings, { ...given, log: tally.log })
  const pages = given.pages === false ? null : await loadPageBuild({ site: siteOf(settings), offer: offerOf(settings) })
  // Closed from the last to the first, also where the start is refused half-way.
  await using undo = new AsyncDisposableStack()
  undo.defer(() => outside.log.flush())
  const database = undo.use(await openDatabase(settings, outside.log))
  const changes = undo.use(await openChanges(database, outside.log))
  const openCards = undo.use(keepOpenCards({ ...database, changes }))
  const visitBook = undo.use(openVisitBook({ ...database, log: outside.log, settings }))
  undo.use(outside.mailer)
  await claimStorage({ ...outside, ...database }, placeIn(settings))
  const steady = given.nowMs ? { nowMs: given.nowMs } : {}
  const limits = await openLimits({ ...outside, ...database, factor: settings.limitFactor, ...steady })
  const identity = createIdentity(settings, outside.breakers)
  const known = { ...outside, ...database, changes, openCards, visitBook, settings }
  const before = { ...known, ...openOutsideWithDb(known, given) }

  if (settings.demo) await seedDemo(before)

  const aliasOf = async (subjectId: string) => (await readCaptureById(database.db, subjectId))?.alias ?? null
  // A job may ask for others: by then the jobs are open.
  const jobs: Jobs = openJobs(
    before,
    [
      mailLink(before),
      mailChange(before),
      tidyAccounts(before),
      tidyProvider(before),
      locateCard(before),
      locateMissed({ ...before, jobs: () => jobs }),
      checkLinks(before),
      mailClaimCode(before),
      tidyCards(before),
      sweepBytes(before),
      sweepStories(before),
      refreshReviews(before),
      refreshDueReviews({ ...before, jobs: () => jobs }),
      tidyVisits(before),
      tidyLimits(before),
      pushContact(before),
      mailContact(before),
      mailCard(before),
      mailHeld(before),
      tidyContacts({ ...before, jobs: () => jobs }),
      importCardsJob({ ...before, jobs: () => jobs }),
      tidyDesk(before),
      tidyReports(before),
      mailTaken(before),
      applyHeard({ ...before, jobs: () => jobs }),
      reconcileBilling({ ...before, jobs: () => jobs }),
      mailBillingDue({ ...before, jobs: () => jobs }),
      mailTrialEnds({ ...before, aliasOf }),
      mailPaymentFailed({ ...before, aliasOf }),
      mailLeaving(before),
      eraseAccounts({ ...before, jobs: () => jobs }),
    ],
    {
      works: given.works ?? true,
    },
  )
  undo.use(jobs)
  const needs = { ...before, jobs }
  const handlers: Handlers = {
    ...accountRoutes({
      ...needs,
      identity,
      findCardByKey: (key) => findCardByKey(database.db, key),
      nameCards: (subjectIds) => nameCards(database.db, subjectIds),
    }),
    ...billingRoutes({
      ...needs,
      findOwnCard: async (caller, alias) => (await readOwnCard(needs, caller, alias)).subject,
      listOwnCards: async (caller) => (caller.kind === 'owner' ? listCardsById(database.db, caller.subjectIds) : []),
    }),
    ...pushRoutes(needs),
    ...mediaRoutes({ ...needs, findOwnCard: async (caller, alias) => (await readOwnCard(needs, caller, alias)).subject.id }),
    ...cardRoutes({ ...needs, countDownload: (subjectId, request) => count('v_card_download', subjectId, 'file', request) }),
    ...aliasRoutes(needs),
    ...reviewRoutes(needs),
    ...linkRoutes({ ...needs, countClick: (subjectId, longUrl, request) => count('short_link_click', subjectId, longUrl, request) }),
    ...visitRoutes(needs),
    ...contactRoutes({ ...needs, takeShare: (...asked) => takePerAddress(limits, ...asked, shareFactor) }),
    ...releaseRoutes(needs),
    ...abuseRoutes(needs),
    ...adminRoutes(needs),
    ...privacyRoutes(needs),
  }
  type Counted = Parameters<typeof countServerEvent>[1]['name']
  function count(name: Counted, subjectId: string, value: string, request: Request) {
    countServerEvent(needs, { subjectId, name, value }, request)
  }
  const cache = createAnswerCache(steady)
  undo.defer(changes.on(cache.invalidate))
  if (settings.geocoder !== 'off') undo.defer(changes.on(undo.use(locateHeard({ ...database, jobs, log: outside.log })).hear))
  const metrics = createMetrics()
  const { db } = database
  const watching = openPool(database.connection, outside.log, 1, { statementMs: 2000, isSwift: true })
  undo.defer(() => watching.end())
  const readiness = createReadiness({ pool: watching })
  const { log } = outside
  const loadShedder = undo.use(
    openLoadShedder({
      waiting: () => countWaiting(database.pool),
      told: (is, facts) => (is === 'crowded' ? log.warn('crowded', { ...facts, hint: overloadHint }) : log.info('crowd-over', facts)),
    }),
  )
  showGauges(metrics, { ...before, readiness, loadShedder, tally, condition: createCondition({ ...before, dataDir: settings.dataDir }) })
  const listed: ListedCards = { after: (alias, count) => listListed(db, alias, count), pageStarts: (count) => listPageStarts(db, count) }
  const callerOf = (request: Request) => readCaller(before, request)
  const fetch = createFront({
    settings,
    handlers,
    pages,
    cache,
    limits,
    metrics,
    log: outside.log,
    readiness,
    listed,
    callerOf,
    ownAliases: async (caller) =>
      caller.kind === 'owner' ? (await listCardsById(db, caller.subjectIds)).map(({ alias }) => alias.toLowerCase()) : [],
    knownOf: (request) => readKnown(before, request),
  })
  const cacheFront = createCacheFront({ cache, metrics, log })
  const listener = createListener({ fetch, cacheFront, loadShedder, settings })

  const opened = undo.move()
  return { fetch, listener, leave: readiness.leave, needs, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
