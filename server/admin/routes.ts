import { actsAbout } from '#contract/admin/operator-choices.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { listActors, listActs } from '#server/audit/act-store.ts'
import { asStream, fileHeaders } from '#server/http/calls/as-file.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import { addImport, addImportPart } from './add-import.ts'
import { billAnyCard, compareNow, readAnyBilling, readDesk } from './bill-any-card.ts'
import { removeAnyCard, setAnyExperiments, setAnyPlan, setAnyRights, switchAnyCard } from './change-any-card.ts'
import { listJobs, tryJobAgain } from './keep-jobs.ts'
import { keepName, listNames, releaseName } from './keep-names.ts'
import { blockHost, closeReport, listHosts, listReportsAtDesk } from './keep-reports.ts'
import { atOnce, paged } from './page-size-policy.ts'
import { presentAct } from './present-act.ts'
import { readAnyCard } from './read-any-card.ts'
import { readHealth } from './read-health.ts'
import { listImports, readImport, writeReport } from './read-imports.ts'
import { listMails, readMail } from './read-mails.ts'
import { searchCardsOfAll } from './search-cards-of-all.ts'
import { startCheck, startImport } from './start-import.ts'
import { takeDown } from './take-down.ts'

type Needs = { db: Db; holds: Holds; storage: Storage; changes: Changes; clock: Clock; jobs: Jobs; billing: Billing; settings: Settings }

const dayMs = 86_400_000
const done = { success: 1, message: '' } as const

/** Calls of the admin pages. Everyone but an administrator is refused before any of this. */
export function adminRoutes(needs: Needs) {
  const { db, settings } = needs
  return {
    'operator.overview': () => readHealth(needs),
    'operator.cards': ({ query: { q = '', from = '', ...filters } }) => searchCardsOfAll(needs, { ...filters, search: q, after: from }),
    'operator.card': ({ params }) => readAnyCard(needs, params.alias),
    async 'operator.setPlan'({ caller, input }) {
      await setAnyPlan(needs, caller, input)
      return done
    },
    async 'operator.setRights'({ caller, input }) {
      await setAnyRights(needs, caller, input)
      return done
    },
    async 'operator.setExperiments'({ caller, input }) {
      await setAnyExperiments(needs, caller, input)
      return done
    },
    async 'operator.switchCard'({ caller, input }) {
      await switchAnyCard(needs, caller, input)
      return done
    },
    async 'operator.removeCard'({ caller, input }) {
      await removeAnyCard(needs, caller, input)
      return done
    },
    'operator.billing': ({ params }) => readAnyBilling(needs, params.alias),
    async 'operator.bill'({ caller, input }) {
      await billAnyCard(needs, caller, input)
      return done
    },
    'operator.billingDesk': () => readDesk(needs),
    async 'operator.compareBilling'({ caller }) {
      await compareNow(needs, caller)
      return done
    },
    'operator.reports': ({ query }) => listReportsAtDesk(needs, query),
    async 'operator.closeReport'({ caller, input }) {
      await closeReport(needs, caller, input.id)
      return done
    },
    async 'operator.takeDown'({ caller, input }) {
      await takeDown(needs, caller, input)
      return done
    },
    'operator.blockedHosts': ({ query }) => listHosts(needs, query.from),
    async 'operator.blockHost'({ caller, input }) {
      await blockHost(needs, caller, input)
      return done
    },
    'operator.reserved': ({ query }) => listNames(needs, query.from),
    async 'operator.reserve'({ caller, input }) {
      await keepName(needs, caller, input)
      return done
    },
    async 'operator.release'({ caller, input }) {
      await releaseName(needs, caller, input.name)
      return done
    },
    'operator.jobs': ({ query }) => listJobs(needs, query.from),
    async 'operator.retryJob'({ caller, input }) {
      await tryJobAgain(needs, caller, input.id)
      return done
    },
    'operator.outbox': ({ query }) => listMails(settings, query.from),
    'operator.mail': ({ caller, params }) => readMail(needs, caller, params.id),
    async 'operator.acts'({ query: { q: search, alias, by: actor, about, days, from: before } }) {
      const since = days && new Date(needs.clock.now().getTime() - Number(days) * dayMs)
      const [found, actors] = await Promise.all([
        listActs(db, { search, alias, actor, acts: about && actsAbout(about), since, before, limit: atOnce + 1 }),
        alias ? listActors(db, alias) : [],
      ])
      const { shown, next } = paged(found, ({ id }) => id)
      return { acts: shown.map(presentAct), actors, next }
    },
    'operator.imports': ({ query }) => listImports(db, query.from),
    'operator.createImport': ({ caller, input }) => addImport(needs, caller, input),
    async 'operator.addImportPart'({ input }) {
      await addImportPart(needs, input)
      return done
    },
    async 'operator.checkImport'({ input }) {
      await startCheck(needs, input.id)
      return done
    },
    async 'operator.runImport'({ input }) {
      await startImport(needs, input.id)
      return done
    },
    'operator.readImport': ({ params }) => readImport(db, params.id),
    async 'operator.importReport'({ params }) {
      const { name, pieces } = await writeReport(db, params.id)
      return new Response(asStream(pieces), { headers: fileHeaders('text/csv; charset=utf-8', `${name}-report`, 'csv') })
    },
  } satisfies Partial<Handlers>
}
