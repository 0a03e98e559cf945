import { requestLanguage } from '#common/request-language.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { readHosts } from '#server/connections/hosts/read-hosts.ts'
import { asStream, fileHeaders } from '#server/http/calls/as-file.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Dns } from '#server/integrations/guard/dns.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import type { LiveSettings } from '#server/settings/live-settings.ts'
import { addImport, addImportPart } from './add-import.ts'
import { billAnyCard, compareNow, readAnyBilling, readOverview } from './bill-any-card.ts'
import { removeAnyCard, setAnyExperiments, setAnyPlan, setAnyRights, switchAnyCard } from './change-any-card.ts'
import { setPlans, switchCards } from './change-many-cards.ts'
import { checkAddress } from './check-address.ts'
import { createAnyCard } from './create-any-card.ts'
import { exportCards } from './export-cards.ts'
import { invite, readInvitations, revokeAnyInvitation } from './invitations.ts'
import { listJobs, retryAnyJob } from './list-jobs.ts'
import { reserveAddress, listNames, releaseAddress } from './reserved-addresses.ts'
import { blockHost, closeReport, listHosts, listReports } from './reports-and-hosts.ts'
import { readAlerts } from './read-alerts.ts'
import { readAnyCard } from './read-any-card.ts'
import { readAuditLog } from './read-audit-log.ts'
import { readBackups, startBackup } from './read-backups.ts'
import { readHealth } from './read-health.ts'
import { listImports, readImport, writeReport } from './read-imports.ts'
import { listMails, readMail } from './read-mails.ts'
import { clearRefusedMail, listRefusedMails } from './clear-refused-mail.ts'
import { sendTestMail } from './send-test-mail.ts'
import { changeSettings } from './settings/change-settings.ts'
import { listSettings } from './settings/list-settings.ts'
import { searchCardsOfAll } from './search-cards-of-all.ts'
import { removeDemoCards } from './remove-demo-cards.ts'
import { startCheck, startImport } from './start-import.ts'
import { switchHost } from './switch-host.ts'
import { takeDown } from './take-down.ts'
import { readWebhooks, retryAnyWebhook } from './read-webhooks.ts'

type Deps = {
  db: Db
  workLocks: WorkLocks
  storage: Storage
  changes: Changes
  clock: Clock
  jobs: Jobs
  billing: Billing
  dns: Dns
  settings: Settings
  log: Log
  liveSettings: LiveSettings
  /** Calls `record` with the number of removed cards. */
  removeDemo: (record: (tx: Db, cards: number) => Promise<void>) => Promise<number>
} & Pick<Parameters<typeof checkAddress>[0], 'askSelf'>

/** The endpoints of the admin area. Others than administrators are refused before a handler runs. */
export function adminRoutes(deps: Deps) {
  const { db, settings } = deps
  return {
    'admin.overview': () => readHealth(deps),
    'admin.alerts': () => readAlerts(deps),
    'admin.webhooks': ({ query }) => readWebhooks(deps, query),
    'admin.retryWebhook': ({ caller, input }) => retryAnyWebhook(deps, caller, input.id),
    'admin.connections': () => readHosts(db),
    async 'admin.switchHost'({ caller, input }) {
      await switchHost(deps, caller, input)
    },
    'admin.backups': () => readBackups(deps),
    'admin.backUp': ({ caller }) => startBackup(deps, caller, 'backup.run'),
    'admin.rehearseBackup': ({ caller }) => startBackup(deps, caller, 'backup.rehearse'),
    'admin.removeDemo': ({ caller }) => removeDemoCards(deps, caller),
    'admin.settings': () => listSettings({ ...deps, ...deps.liveSettings }),
    'admin.changeSettings': ({ caller, input }) => changeSettings(deps, caller, input.settings),
    'admin.cards': ({ query: { q = '', demo, aliases, ...filters } }) =>
      searchCardsOfAll(deps, { ...filters, aliases: aliases?.split(' '), search: q, withDemo: demo === 'on' }),
    async 'admin.exportCards'({ caller, query: { q = '', demo, ...filters } }) {
      const pieces = await exportCards(deps, caller, { ...filters, search: q, withDemo: demo === 'on' })
      return new Response(asStream(pieces), { headers: fileHeaders('text/csv; charset=utf-8', 'cards', 'csv') })
    },
    'admin.createCard': ({ caller, input }) => createAnyCard(deps, caller, input),
    'admin.card': ({ params }) => readAnyCard(deps, params.alias),
    'admin.setPlan': ({ caller, input }) => setAnyPlan(deps, caller, input),
    'admin.setPlans': ({ caller, input }) => setPlans(deps, caller, input),
    'admin.switchCards': ({ caller, input }) => switchCards(deps, caller, input),
    'admin.setRights': ({ caller, input }) => setAnyRights(deps, caller, input),
    'admin.setExperiments': ({ caller, input }) => setAnyExperiments(deps, caller, input),
    async 'admin.switchCard'({ caller, input }) {
      await switchAnyCard(deps, caller, input)
    },
    'admin.removeCard': ({ caller, input }) => removeAnyCard(deps, caller, input),
    'admin.billing': ({ params }) => readAnyBilling(deps, params.alias),
    'admin.billingAction': ({ caller, input }) => billAnyCard(deps, caller, input),
    'admin.billingOverview': () => readOverview(deps),
    'admin.compareBilling': ({ caller }) => compareNow(deps, caller),
    'admin.reports': ({ query }) => listReports(deps, query),
    'admin.closeReport': ({ caller, input }) => closeReport(deps, caller, input.id),
    'admin.takeDown': ({ caller, input }) => takeDown(deps, caller, input),
    'admin.blockedHosts': ({ query }) => listHosts(deps, query),
    async 'admin.blockHost'({ caller, input }) {
      await blockHost(deps, caller, input)
    },
    'admin.reserved': ({ query }) => listNames(deps, query),
    'admin.reserve': ({ caller, input }) => reserveAddress(deps, caller, input),
    'admin.release': ({ caller, input }) => releaseAddress(deps, caller, input.name),
    'admin.invitations': ({ query }) => readInvitations(deps, query.from),
    'admin.invite': ({ caller, input }) => invite(deps, caller, input),
    'admin.revokeInvitation': ({ caller, input }) => revokeAnyInvitation(deps, caller, input.id),
    'admin.jobs': ({ query }) => listJobs(deps, query.from),
    'admin.retryJob': ({ caller, input }) => retryAnyJob(deps, caller, input.id),
    'admin.outbox': ({ query }) => listMails(settings, query.from),
    'admin.mail': ({ caller, params, query }) => readMail(deps, caller, { id: params.id, withLinks: query.links === '1' }),
    'admin.refusedMails': ({ query }) => listRefusedMails(db, query.from),
    'admin.clearRefusedMail': ({ caller, input }) => clearRefusedMail(deps, caller, input.id),
    'admin.checkAddress': ({ caller, input }) => checkAddress(deps, caller, input.address),
    'admin.testMail': async ({ caller, input, request }) => ({
      steps: await sendTestMail(deps, caller, { ...input, language: requestLanguage(request) }),
    }),
    'admin.auditLog': ({ query }) => readAuditLog(deps, query),
    'admin.imports': ({ query }) => listImports(db, query.from),
    'admin.createImport': ({ caller, input }) => addImport(deps, caller, input),
    'admin.addImportPart': ({ caller, input }) => addImportPart(deps, caller, input),
    'admin.checkImport': ({ caller, input }) => startCheck(deps, caller, input.id),
    'admin.runImport': ({ caller, input }) => startImport(deps, caller, input.id),
    'admin.readImport': ({ params }) => readImport(db, params.id),
    async 'admin.importReport'({ params }) {
      const { name, pieces } = await writeReport(db, params.id)
      return new Response(asStream(pieces), { headers: fileHeaders('text/csv; charset=utf-8', `${name}-report`, 'csv') })
    },
  } satisfies Partial<Handlers>
}
