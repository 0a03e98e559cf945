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
import { listJobs, retryAnyJob } from './jobs.ts'
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
import { listSettings } from './settings/read-settings.ts'
import { searchCardsOfAll } from './search-cards-of-all.ts'
import { removeDemoCards } from './remove-demo-cards.ts'
import { startCheck, startImport } from './start-import.ts'
import { switchHost } from './switch-host.ts'
import { takeDown } from './take-down.ts'
import { readWebhooks, retryAnyWebhook } from './webhooks.ts'

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

const done = { success: 1, message: '' } as const

/** The endpoints of the admin area. Others than administrators are refused before a handler runs. */
export function adminRoutes(deps: Deps) {
  const { db, settings } = deps
  return {
    'admin.overview': () => readHealth(deps),
    'admin.alerts': () => readAlerts(deps),
    'admin.webhooks': ({ query }) => readWebhooks(deps, query),
    async 'admin.retryWebhook'({ caller, input }) {
      await retryAnyWebhook(deps, caller, input.id)
      return done
    },
    'admin.connections': () => readHosts(db),
    async 'admin.switchHost'({ caller, input }) {
      await switchHost(deps, caller, input)
      return done
    },
    'admin.backups': () => readBackups(deps),
    async 'admin.backUp'({ caller }) {
      await startBackup(deps, caller, 'backup.run')
      return done
    },
    async 'admin.rehearseBackup'({ caller }) {
      await startBackup(deps, caller, 'backup.rehearse')
      return done
    },
    async 'admin.removeDemo'({ caller }) {
      await removeDemoCards(deps, caller)
      return done
    },
    'admin.settings': () => listSettings({ ...deps, ...deps.liveSettings }),
    async 'admin.changeSettings'({ caller, input }) {
      await changeSettings(deps, caller, input.settings)
      return done
    },
    'admin.cards': ({ query: { q = '', demo, aliases, ...filters } }) =>
      searchCardsOfAll(deps, { ...filters, aliases: aliases?.split(' '), search: q, withDemo: demo === 'on' }),
    async 'admin.exportCards'({ caller, query: { q = '', demo, ...filters } }) {
      const pieces = await exportCards(deps, caller, { ...filters, search: q, withDemo: demo === 'on' })
      return new Response(asStream(pieces), { headers: fileHeaders('text/csv; charset=utf-8', 'cards', 'csv') })
    },
    'admin.createCard': ({ caller, input }) => createAnyCard(deps, caller, input),
    'admin.card': ({ params }) => readAnyCard(deps, params.alias),
    async 'admin.setPlan'({ caller, input }) {
      await setAnyPlan(deps, caller, input)
      return done
    },
    'admin.setPlans': ({ caller, input }) => setPlans(deps, caller, input),
    'admin.switchCards': ({ caller, input }) => switchCards(deps, caller, input),
    async 'admin.setRights'({ caller, input }) {
      await setAnyRights(deps, caller, input)
      return done
    },
    async 'admin.setExperiments'({ caller, input }) {
      await setAnyExperiments(deps, caller, input)
      return done
    },
    async 'admin.switchCard'({ caller, input }) {
      await switchAnyCard(deps, caller, input)
      return done
    },
    async 'admin.removeCard'({ caller, input }) {
      await removeAnyCard(deps, caller, input)
      return done
    },
    'admin.billing': ({ params }) => readAnyBilling(deps, params.alias),
    async 'admin.billingAction'({ caller, input }) {
      await billAnyCard(deps, caller, input)
      return done
    },
    'admin.billingOverview': () => readOverview(deps),
    async 'admin.compareBilling'({ caller }) {
      await compareNow(deps, caller)
      return done
    },
    'admin.reports': ({ query }) => listReports(deps, query),
    async 'admin.closeReport'({ caller, input }) {
      await closeReport(deps, caller, input.id)
      return done
    },
    async 'admin.takeDown'({ caller, input }) {
      await takeDown(deps, caller, input)
      return done
    },
    'admin.blockedHosts': ({ query }) => listHosts(deps, query),
    async 'admin.blockHost'({ caller, input }) {
      await blockHost(deps, caller, input)
      return done
    },
    'admin.reserved': ({ query }) => listNames(deps, query),
    async 'admin.reserve'({ caller, input }) {
      await reserveAddress(deps, caller, input)
      return done
    },
    async 'admin.release'({ caller, input }) {
      await releaseAddress(deps, caller, input.name)
      return done
    },
    'admin.invitations': ({ query }) => readInvitations(deps, query.from),
    'admin.invite': ({ caller, input }) => invite(deps, caller, input),
    async 'admin.revokeInvitation'({ caller, input }) {
      await revokeAnyInvitation(deps, caller, input.id)
      return done
    },
    'admin.jobs': ({ query }) => listJobs(deps, query.from),
    async 'admin.retryJob'({ caller, input }) {
      await retryAnyJob(deps, caller, input.id)
      return done
    },
    'admin.outbox': ({ query }) => listMails(settings, query.from),
    'admin.mail': ({ caller, params, query }) => readMail(deps, caller, { id: params.id, withLinks: query.links === '1' }),
    'admin.refusedMails': ({ query }) => listRefusedMails(db, query.from),
    async 'admin.clearRefusedMail'({ caller, input }) {
      await clearRefusedMail(deps, caller, input.id)
      return done
    },
    'admin.checkAddress': ({ caller, input }) => checkAddress(deps, caller, input.address),
    'admin.testMail': async ({ caller, input, request }) => ({
      steps: await sendTestMail(deps, caller, { ...input, language: requestLanguage(request) }),
    }),
    'admin.auditLog': ({ query }) => readAuditLog(deps, query),
    'admin.imports': ({ query }) => listImports(db, query.from),
    'admin.createImport': ({ caller, input }) => addImport(deps, caller, input),
    async 'admin.addImportPart'({ caller, input }) {
      await addImportPart(deps, caller, input)
      return done
    },
    async 'admin.checkImport'({ caller, input }) {
      await startCheck(deps, caller, input.id)
      return done
    },
    async 'admin.runImport'({ caller, input }) {
      await startImport(deps, caller, input.id)
      return done
    },
    'admin.readImport': ({ params }) => readImport(db, params.id),
    async 'admin.importReport'({ params }) {
      const { name, pieces } = await writeReport(db, params.id)
      return new Response(asStream(pieces), { headers: fileHeaders('text/csv; charset=utf-8', `${name}-report`, 'csv') })
    },
  } satisfies Partial<Handlers>
}
