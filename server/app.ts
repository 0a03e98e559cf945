import { readKeyCaller } from './access-keys/read-key-caller.ts'
import { mailKey } from './access-keys/mail-key.job.ts'
import { accessKeyRoutes } from './access-keys/routes.ts'
import { mailRestored, mailTakedown } from './abuse/mail-takedown.job.ts'
import { abuseRoutes } from './abuse/routes.ts'
import { cleanUpReports } from './abuse/cleanup.job.ts'
import { backupRoutes } from './backup/routes.ts'
import { openSetupRestore } from './backup/setup-restore.ts'
import { backUp, backUpWhenDue, rehearseBackup } from './backup/backup.job.ts'
import { mailChange } from './accounts/sign-in/mail-change.job.ts'
import { mailEmailChange } from './accounts/change-email/mail-email-change.job.ts'
import { mailLink } from './accounts/mailed-links/mail-link.job.ts'
import { readCaller } from './accounts/sessions/read-caller.ts'
import { readKnownBrowser } from './accounts/sign-in/known-browser.ts'
import { recordRejections } from './accounts/rejections/record-rejections.ts'
import { accountRoutes } from './accounts/routes.ts'
import { cleanUpAccounts } from './accounts/cleanup.job.ts'
import { applyBillingEvents } from './billing/events/apply-events.job.ts'
import { mailBillingDue } from './billing/mails/mail-due.job.ts'
import { mailPaymentFailed } from './billing/mails/mail-payment-failed.job.ts'
import { mailTrialEnds } from './billing/mails/mail-trial-ends.job.ts'
import { reconcileBilling } from './billing/provider/reconcile.job.ts'
import { offerOf } from './billing/orders/offered-plans.ts'
import { resumePlans, resumePlansJob, switchPlans } from './billing/orders/resume-plans.ts'
import { cleanUpProvider } from './billing/provider/cleanup.job.ts'
import { billingRoutes } from './billing/routes.ts'
import { listCardsById, listCardNames } from './cards/owned/list-cards.ts'
import { hasKey, listCardIds } from './cards/card-store.ts'
import { listListed, listPageStarts } from './cards/public/find-cards.ts'
import { aliasRoutes } from './cards/aliases/alias-routes.ts'
import { locateOnChange } from './cards/settings/locate-on-change.ts'
import { locateCard, locateMissed } from './cards/settings/locate.job.ts'
import { checkLinks } from './cards/link-checks/check-links.job.ts'
import { mailClaimCode } from './cards/claims/mail-claim-code.job.ts'
import { cleanUpCards } from './cards/cleanup.job.ts'
import { readCaptureById } from './cards/public/read-capture.ts'
import { readOwnCard } from './cards/owned/read-own-card.ts'
import { cardRoutes } from './cards/routes.ts'
import { cleanUpEvents } from './connections/cleanup.job.ts'
import { deliver } from './connections/deliver.job.ts'
import { resume } from './connections/hosts/resume.job.ts'
import { mailConnection } from './connections/mail-connection.job.ts'
import { mailCard } from './contacts/mails/mail-card.job.ts'
import { mailContact } from './contacts/mails/mail.job.ts'
import { pushContact } from './contacts/mails/push.job.ts'
import { contactRoutes } from './contacts/routes.ts'
import { mailQuarantine } from './contacts/mails/mail-quarantine.job.ts'
import { importContactsJob } from './contacts/import/import.job.ts'
import { cleanUpContacts } from './contacts/cleanup.job.ts'
import { registerGauges } from './http/monitoring/gauges.ts'
import { openChanges, type Changes } from './database/changes/changes.ts'
import { openDatabase, type Database } from './database/database.ts'
import { signWith } from './database/keyed-hash.ts'
import type { MigrateOptions } from './database/migrate.ts'
import { openPool, countWaiting } from './database/pool.ts'
import { claimStorage, placeIn } from './database/storage-owner.ts'
import { importCardsJob } from './admin/import.job.ts'
import { adminRoutes } from './admin/routes.ts'
import { correctCardFigures } from './admin/card-figures.job.ts'
import { cleanUpAdmin } from './admin/cleanup.job.ts'
import { linkRoutes } from './links/routes.ts'
import { removeDemo } from './demo/remove-demo.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { createAnswerCache } from './http/cache/answer-cache.ts'
import { openLoadShedder } from './http/limits/load-shedding.ts'
import { createFront } from './http/front.ts'
import { openIdempotency } from './http/calls/idempotency.ts'
import type { ListedCards } from './http/search-endpoints.ts'
import { createCacheFront } from './http/cache/cache-front.ts'
import { shareFactor, takePerAddress } from './http/limits/per-address.ts'
import { openLimits } from './http/limits/limit-book.ts'
import { cleanUpLimits } from './http/limits/cleanup.job.ts'
import { createListener } from './http/listener.ts'
import { askSelf } from './http/monitoring/ask-self.ts'
import { countWebhookAttempts } from './http/monitoring/count-webhook-attempts.ts'
import { createMetrics } from './http/monitoring/metrics.ts'
import { createReadiness } from './http/monitoring/readiness.ts'
import { cardsOf, type Caller, type Handlers } from './http/calls/mount.ts'
import type { Bindings } from './http/visitor.ts'
import { loadPageBuild } from './http/pages/page-build.ts'
import { openJobs, type Jobs } from './jobs/jobs.ts'
import { refreshDueReviews, refreshReviews } from './reviews/refresh.job.ts'
import { connectionRoutes } from './connections/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { sweepBytes } from './media/sweep.job.ts'
import { systemClock } from './integrations/clock.ts'
import { createIdentity } from './integrations/identity.ts'
import { createLog } from './integrations/log.ts'
import { openIntegrations, openDatabaseIntegrations, type Integrations, type DatabaseIntegrations } from './integrations/integrations.ts'
import { countLogEvents } from './integrations/count-log-events.ts'
import { createHealthReader } from './http/monitoring/health-values.ts'
import type { Settings } from './settings.ts'
import { openLiveSettings } from './settings/live-settings.ts'
import { eraseAccounts } from './privacy/erase.job.ts'
import { mailDeletion } from './privacy/mail-deletion.job.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { restRoutes } from './rest/routes.ts'
import { releaseRoutes } from './releases/routes.ts'
import { sweepStories } from './releases/sweep.job.ts'
import { visitRoutes } from './visits/routes.ts'
import { cleanUpVisits } from './visits/cleanup.job.ts'
import { sendLinkCounts } from './visits/send-link-counts.job.ts'
import { countServerEvent } from './visits/track-visits.ts'
import { cacheOpenCards, type OpenCards } from './visits/open-cards.ts'
import { openVisitWriter, type VisitWriter } from './visits/visit-writer.ts'
import { readProductVersion } from './common/product-version.ts'
import { siteOf } from './settings/site-of.ts'

export type App = {
  /** `bindings` carries the socket, as Node passes it. */
  fetch(request: Request, bindings?: Bindings): Promise<Response>
  /** For Node's own server: cached answers first, then everything else. */
  listener: ReturnType<typeof createListener>
  /** Makes /readyz fail so load balancers stop sending; requests are still served. */
  drain(): void
  deps: Integrations &
    DatabaseIntegrations &
    Database & { changes: Changes; jobs: Jobs; openCards: OpenCards; visitWriter: VisitWriter; settings: Settings }
  [Symbol.asyncDispose](): Promise<void>
}

/** How long requests wait before they continue without an answer. Each has a default of its own; tests on a busy machine are more patient. */
export type Timeouts = {
  /** For a connection to the database, and for the job queue to open. */
  connectMs?: number
  jobsMs?: number
  /** For the storage to store a picture that was rendered. */
  storeMs?: number
  /** For the counts of all servers. */
  limitsMs?: number
  /** For a provider, at the first request of a card's reviews. */
  reviewsMs?: number
  /** For the payment provider, when a card's billing page is opened. */
  billingMs?: number
  /** For the database, at `/metrics` and `/readyz`. */
  metricsMs?: number
  readinessMs?: number
  /** For a body, before its caller is read again. */
  slowBodyMs?: number
  /** Between two searches for uploaded backups that are no longer used. */
  restoreSweepMs?: number
}

const overloadHint = 'More requests arrive than this server can answer; see docs/runbooks/overload.md'

/** The whole server without a port; the only module that knows all slices. `pages: false`: without the web build. `works: false`: jobs run only when `settle` is called. */
export async function createApp(
  settings: Settings,
  options: Partial<Integrations & DatabaseIntegrations> & {
    pages?: boolean
    works?: boolean
    nowMs?: () => number
    migrating?: MigrateOptions
    /** What it sets, no administrator changes. */
    environment?: NodeJS.ProcessEnv
    waits?: Timeouts
  } = {},
): Promise<App> {
  const logCounts = countLogEvents(options.log ?? createLog(settings.logLevel))
  const pages = options.pages === false ? null : await loadPageBuild(() => ({ site: siteOf(settings), offer: offerOf(settings) }))
  // Closed from the last to the first, also when the start fails half-way.
  await using resources = new AsyncDisposableStack()
  resources.defer(() => logCounts.log.flush())
  const { connectMs, jobsMs, storeMs, limitsMs, reviewsMs, billingMs, metricsMs, readinessMs, slowBodyMs, restoreSweepMs } =
    options.waits ?? {}
  const database = resources.use(await openDatabase(settings, logCounts.log, { migrating: options.migrating ?? {}, connectMs }))
  const started = { ...database, clock: options.clock ?? systemClock, log: logCounts.log }
  const liveSettings = await openLiveSettings(settings, options.environment ?? {}, started)
  const outside = await openIntegrations(settings, { ...options, log: logCounts.log })
  const changes = resources.use(await openChanges(database, outside.log))
  const openCards = resources.use(cacheOpenCards({ ...database, changes }))
  const visitWriter = resources.use(openVisitWriter({ ...database, log: outside.log, settings }))
  resources.use(outside.mailer)
  await claimStorage({ ...outside, ...database }, placeIn(settings))
  const clockOptions = options.nowMs ? { nowMs: options.nowMs } : {}
  const limits = await openLimits({ ...outside, ...database, factor: settings.limitFactor, ...clockOptions, timeoutMs: limitsMs })
  const identity = createIdentity(settings, outside.breakers)
  const webhookCounts = countWebhookAttempts(outside)
  const { webhooks, crms } = webhookCounts
  const known = { ...outside, webhooks, crms, ...database, changes, openCards, visitWriter, settings }
  const baseDeps = { ...known, ...openDatabaseIntegrations(known, options), mailer: recordRejections(known) }

  if (settings.demo) await seedDemo(baseDeps)
  await resumePlans({ ...baseDeps, listCardIds })

  const aliasOf = async (subjectId: string) => (await readCaptureById(database.db, subjectId))?.alias ?? null
  const stopping = new AbortController()
  // A job may enqueue others; by then `jobs` is assigned.
  const deferredJobs: Pick<Jobs, 'enqueue' | 'enqueueAll'> = {
    enqueue: (...call) => jobs.enqueue(...call),
    enqueueAll: (...call) => jobs.enqueueAll(...call),
  }
  const jobDeps = { ...baseDeps, jobs: deferredJobs }
  const backupDeps = { ...jobDeps, database, productVersion: readProductVersion(), signal: stopping.signal }
  const jobs: Jobs = openJobs(
    baseDeps,
    [
      mailLink(baseDeps),
      mailChange(baseDeps),
      mailEmailChange(baseDeps),
      cleanUpAccounts(baseDeps),
      cleanUpProvider(baseDeps),
      locateCard(baseDeps),
      locateMissed(jobDeps),
      checkLinks(baseDeps),
      mailClaimCode(baseDeps),
      cleanUpCards(baseDeps),
      sweepBytes(jobDeps),
      sweepStories(baseDeps),
      refreshReviews(jobDeps),
      refreshDueReviews(jobDeps),
      cleanUpVisits(baseDeps),
      sendLinkCounts(jobDeps),
      cleanUpLimits(baseDeps),
      pushContact(baseDeps),
      mailContact(baseDeps),
      mailCard(baseDeps),
      mailQuarantine(baseDeps),
      deliver(jobDeps),
      mailConnection({ ...baseDeps, aliasOf }),
      mailKey({ ...baseDeps, aliasOf }),
      cleanUpEvents(baseDeps),
      resume(jobDeps),
      importContactsJob(jobDeps),
      cleanUpContacts(jobDeps),
      importCardsJob(jobDeps),
      cleanUpAdmin(baseDeps),
      correctCardFigures({ ...baseDeps, listCardIds }),
      cleanUpReports(baseDeps),
      mailTakedown(baseDeps),
      mailRestored(baseDeps),
      resumePlansJob({ ...baseDeps, listCardIds }),
      applyBillingEvents(jobDeps),
      reconcileBilling(jobDeps),
      mailBillingDue(jobDeps),
      mailTrialEnds({ ...baseDeps, aliasOf }),
      mailPaymentFailed({ ...baseDeps, aliasOf }),
      mailDeletion(baseDeps),
      eraseAccounts(jobDeps),
      backUpWhenDue(backupDeps),
      backUp(backupDeps),
      rehearseBackup(backupDeps),
    ],
    {
      works: options.works ?? true,
      openWithinMs: jobsMs,
    },
  )
  resources.use(jobs)
  resources.defer(() => stopping.abort())
  const deps = { ...baseDeps, jobs }
  const setupRestore = resources.use(await openSetupRestore({ ...baseDeps, database, liveSettings, sweepMs: restoreSweepMs }))
  const findOwnCard = async (caller: Caller, alias?: string) => (await readOwnCard(deps, caller, alias)).subject
  const handlers: Handlers = {
    ...accountRoutes({
      ...deps,
      identity,
      hasKey: (subjectIds, key) => hasKey(database.db, subjectIds, key),
      listCardNames: (subjectIds) => listCardNames(database.db, subjectIds),
    }),
    ...billingRoutes({
      ...deps,
      providerWaitMs: billingMs,
      findOwnCard,
      listOwnCards: async (caller) => listCardsById(database.db, cardsOf(caller)),
    }),
    ...pushRoutes(deps),
    ...inboxRoutes(deps),
    ...mediaRoutes({ ...deps, storeMs, findOwnCard: async (caller, alias) => (await findOwnCard(caller, alias)).id }),
    ...connectionRoutes({ ...deps, findOwnCard }),
    ...accessKeyRoutes(deps),
    ...backupRoutes(setupRestore),
    ...cardRoutes({ ...deps, storeMs, countDownload: (subjectId, request) => count('v_card_download', subjectId, 'file', request) }),
    ...aliasRoutes(deps),
    ...reviewRoutes({ ...deps, firstWaitMs: reviewsMs }),
    ...linkRoutes({ ...deps, countClick: (subjectId, longUrl, request) => count('short_link_click', subjectId, longUrl, request) }),
    ...visitRoutes(deps),
    ...contactRoutes({ ...deps, takeShare: (...args) => takePerAddress(limits, ...args, shareFactor) }),
    ...restRoutes({ ...deps, findOwnCard }),
    ...releaseRoutes(deps),
    ...abuseRoutes(deps),
    ...adminRoutes({
      ...deps,
      liveSettings,
      removeDemo: (record) => removeDemo(deps, record),
      askSelf: (address, timeoutMs) => askSelf(signWith(database.db), address, { timeoutMs }),
    }),
    ...privacyRoutes(deps),
  }
  type EventName = Parameters<typeof countServerEvent>[1]['name']
  function count(name: EventName, subjectId: string, value: string, request: Request) {
    countServerEvent(deps, { subjectId, name, value }, request)
  }
  const cache = createAnswerCache({ ...clockOptions, isListening: changes.isListening })
  resources.defer(changes.on(cache.invalidate))
  const onChange = () => cache.invalidate('everything')
  const prepare = (next: Settings) => switchPlans({ ...deps, onTrials: onChange }, next)
  resources.defer(await liveSettings.follow(changes, { prepare, onChange }))
  if (settings.geocoder !== 'off')
    resources.defer(changes.on(resources.use(locateOnChange({ ...database, jobs, log: outside.log })).onChange))
  const metrics = createMetrics()
  const { db } = database
  const monitorPool = openPool(database.connection, outside.log, 1, {
    statementMs: readinessMs ?? 2000,
    connectMs: readinessMs,
    isSwift: true,
  })
  resources.defer(() => monitorPool.end())
  const readiness = createReadiness({ pool: monitorPool, answerMs: readinessMs })
  const { log } = outside
  const loadShedder = resources.use(
    openLoadShedder({
      waiting: () => countWaiting(database.pool),
      onChange: (state, facts) =>
        state === 'overloaded' ? log.warn('overload-started', { ...facts, hint: overloadHint }) : log.info('overload-ended', facts),
    }),
  )
  registerGauges(metrics, {
    ...baseDeps,
    readiness,
    loadShedder,
    logCounts,
    webhookCounts,
    readHealth: createHealthReader({ ...baseDeps, answerMs: metricsMs }),
  })
  const listed: ListedCards = { after: (alias, count) => listListed(db, alias, count), pageStarts: (count) => listPageStarts(db, count) }
  const callerOf = (request: Request) => readCaller(baseDeps, request)
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
    sign: signWith(db),
    callerOf,
    keyCallerOf: (request) => readKeyCaller(baseDeps, request),
    ownAliases: async (caller) => (await listCardsById(db, cardsOf(caller))).map(({ alias }) => alias.toLowerCase()),
    onlyOnce: openIdempotency(baseDeps),
    knownOf: (request) => readKnownBrowser(baseDeps, request),
    slowBodyMs,
  })
  const cacheFront = createCacheFront({ cache, metrics, log, settings })
  const listener = createListener({ fetch, cacheFront, loadShedder, settings })

  const opened = resources.move()
  return { fetch, listener, drain: readiness.drain, deps, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
