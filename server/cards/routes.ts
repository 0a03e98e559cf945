import type { PlanSettings } from '#server/billing/subscriptions/describe-subscription.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { cardsOf, done, type Caller, type Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { qrPx } from '#contract/constants.ts'
import { asFile } from '#server/http/calls/as-file.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { serveAppIcon } from './images/serve-app-icon.ts'
import { serveAppScreenshot } from './images/serve-app-screenshot.ts'
import { servePreview } from './images/serve-preview.ts'
import { serveInstallQr, serveQr } from './images/serve-qr.ts'
import { serveSeal } from './images/serve-seal.ts'
import { buildVCard } from './public/build-v-card.ts'
import { findListed } from './public/find-cards.ts'
import { presentSubscription } from './public/present-subscription.ts'
import { presentCard, presentDisabled } from './public/present-card.ts'
import { isSwitchedOff } from './settings/off-policy.ts'
import { discardDraft } from './editor/discard-draft.ts'
import { publishDraft } from './editor/publish-draft.ts'
import { readEditor } from './editor/read-editor.ts'
import { saveDraft } from './editor/save-draft.ts'
import { readBrokenLinks } from './link-checks/read-broken-links.ts'
import { listOwnCards } from './owned/list-cards.ts'
import { updateApplicationSettings, updateLocationSettings, updateSettings } from './settings/update-settings.ts'
import { cacheInstallation } from './settings/read-installation.ts'
import { readComponents, readServices } from './public/read-services.ts'
import { readCard, type ReadCard } from './public/read-card.ts'

type Deps = {
  db: Db
  workLocks: WorkLocks
  clock: Clock
  log: Log
  changes: Changes
  jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>
  storage: Storage
  storeMs?: number | undefined
  settings: PlanSettings & Pick<Settings, 'publicUrl' | 'productName'>
  countDownload: (subjectId: string, request: Request) => void
}

/** 'latest' means the published card, as for pictures. */
const named = (version: string) => (version === 'latest' ? undefined : version)

const isOwn = (caller: Caller, id: string) => cardsOf(caller).includes(id)

export function cardRoutes(deps: Deps) {
  const { db } = deps
  const installation = cacheInstallation(deps)
  /** A page reads the card, and then its services and components, all for one request. */
  const cardOf = new WeakMap<Request, ReadCard>()
  return {
    'api.ping': async () => new Response(null, { status: 204 }),

    async 'cards.settings'({ dependsOn }) {
      dependsOn('installation:application-settings')
      return installation.readApplicationSettings()
    },

    async 'cards.homepageSettings'({ dependsOn }) {
      dependsOn('installation:homepage-settings')
      return installation.readHomepageDefaults()
    },

    async 'cards.read'({ params, caller, request, dependsOn }) {
      const [card, defaults] = await Promise.all([readCard(deps, params.alias, params.version), installation.readHomepageDefaults()])
      cardOf.set(request, card)
      dependsOn(`card:${card.subject.id}`, card.forMs)
      dependsOn('installation:homepage-settings')
      const visible = isSwitchedOff(card.subject)
        ? presentDisabled(card.subject)
        : presentCard(card, defaults, isOwn(caller, card.subject.id) ? deps.settings.productName : null)
      return { '{product}': visible, subscription: presentSubscription(card, caller) }
    },

    async 'cards.find'({ query }) {
      return findListed(db, query.search)
    },

    'cards.services': ({ query, request, dependsOn }) => readServices(deps, { ...query, dependsOn, known: cardOf.get(request) }),

    'cards.components': ({ query, request, dependsOn }) => readComponents(deps, { ...query, dependsOn, known: cardOf.get(request) }),

    'cards.own': ({ caller }) => listOwnCards(db, caller),
    'cards.updateSettings': ({ caller, input }) => updateSettings(deps, caller, input),
    'cards.updateApplicationSettings': ({ caller, input }) => updateApplicationSettings(deps, caller, input),
    'cards.updateLocationSettings': ({ caller, input }) => updateLocationSettings(deps, caller, input),
    'cards.editor': ({ caller, params }) => readEditor(deps, caller, params.alias),
    'cards.brokenLinks': ({ caller, params }) => readBrokenLinks(deps, caller, params.alias),
    'cards.saveDraft': ({ caller, input }) => saveDraft(deps, caller, input),
    'cards.publishDraft': async ({ caller, input }) => ({ ...done, revision: await publishDraft(deps, caller, input) }),
    'cards.discardDraft': async ({ caller, input }) => ({ ...done, revision: await discardDraft(deps, caller, input) }),
    'cards.qr': ({ params, query }) =>
      serveQr(deps, {
        alias: params.alias,
        version: named(params.version),
        format: query.format ?? 'svg',
        width: query.w ?? qrPx.share,
      }),

    'cards.seal': async ({ params }) => serveSeal(params.alias),

    'cards.installQr': ({ params }) => serveInstallQr(deps, params.alias),

    'cards.preview': ({ params }) => servePreview(deps, params.alias, params.version),

    'cards.appIcon': ({ params }) => serveAppIcon(deps, params),
    'cards.appScreenshot': ({ params }) => serveAppScreenshot(deps, params),

    async 'cards.vCard'({ params, request }) {
      const { file, name, subjectId } = await buildVCard(deps, { alias: params.alias, version: params.version })
      // A prefetch by the service worker isn't a download yet.
      if (request.headers.get('purpose') !== 'prefetch') deps.countDownload(subjectId, request)
      return new Response(file, {
        headers: {
          'content-type': 'text/vcard; charset=utf-8',
          'content-disposition': asFile(name, 'vcf'),
          'cache-control': 'no-cache',
        },
      })
    },
  } satisfies Partial<Handlers>
}
