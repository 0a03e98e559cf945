import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Settings } from '#server/settings.ts'
import { qrPx } from '#contract/constants.ts'
import { asFile } from '#server/http/calls/as-file.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { giveAppIcon } from './images/give-app-icon.ts'
import { giveAppScreenshot } from './images/give-app-screenshot.ts'
import { givePreview } from './images/give-preview.ts'
import { giveInstallQr, giveQr } from './images/give-qr.ts'
import { giveVCard } from './public/give-v-card.ts'
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
import { readApplicationSettings, readHomepageDefaults } from './settings/read-installation.ts'
import { readComponents, readServices } from './public/read-services.ts'
import { readWithDefaults } from './public/read-card.ts'

type Needs = {
  db: Db
  holds: Holds
  clock: Clock
  log: Log
  changes: Changes
  storage: Storage
  settings: Pick<Settings, 'publicUrl' | 'productName'>
  countDownload: (subjectId: string, request: Request) => void
}

const done = { success: 1, message: '' } as const

/** 'latest' is the published card, as for pictures. */
const named = (version: string) => (version === 'latest' ? undefined : version)

const isOwn = (caller: Caller, id: string) => caller.kind === 'owner' && caller.subjectIds.includes(id)

export function cardRoutes(needs: Needs) {
  const { db } = needs
  return {
    'api.reach': async () => new Response(null, { status: 204 }),

    async 'cards.settings'({ dependsOn }) {
      dependsOn('installation:application-settings')
      return readApplicationSettings(db)
    },

    async 'cards.homepageSettings'({ dependsOn }) {
      dependsOn('installation:homepage-settings')
      return readHomepageDefaults(db)
    },

    async 'cards.read'({ params, caller, dependsOn }) {
      const [card, defaults] = await readWithDefaults(needs, params.alias, params.version)
      dependsOn(`card:${card.subject.id}`)
      dependsOn('installation:homepage-settings')
      const shown = isSwitchedOff(card.subject)
        ? presentDisabled(card.subject)
        : presentCard(card, defaults, isOwn(caller, card.subject.id) ? needs.settings.productName : null)
      return { '{product}': shown, subscription: presentSubscription(card, caller) }
    },

    async 'cards.services'({ query, dependsOn }) {
      dependsOn(`card:${query.subjectId}`)
      return readServices(needs, query)
    },

    async 'cards.components'({ query, dependsOn }) {
      dependsOn(`card:${query.subjectId}`)
      return readComponents(needs, query)
    },

    'cards.own': ({ caller }) => listOwnCards(db, caller),
    async 'cards.updateSettings'({ caller, input }) {
      await updateSettings(needs, caller, input)
      return done
    },
    async 'cards.updateApplicationSettings'({ caller, input }) {
      await updateApplicationSettings(needs, caller, input)
      return done
    },
    async 'cards.updateLocationSettings'({ caller, input }) {
      await updateLocationSettings(needs, caller, input)
      return done
    },
    'cards.editor': ({ caller, params }) => readEditor(needs, caller, params.alias),
    'cards.brokenLinks': ({ caller, params }) => readBrokenLinks(needs, caller, params.alias),
    'cards.saveDraft': ({ caller, input }) => saveDraft(needs, caller, input),
    'cards.publishDraft': async ({ caller, input }) => ({ ...done, revision: await publishDraft(needs, caller, input) }),
    'cards.discardDraft': async ({ caller, input }) => ({ ...done, revision: await discardDraft(needs, caller, input) }),
    'cards.qr': ({ params, query }) =>
      giveQr(needs, {
        alias: params.alias,
        version: named(params.version),
        format: query.format ?? 'svg',
        width: query.w ?? qrPx.share,
      }),

    'cards.installQr': ({ params }) => giveInstallQr(needs, params.alias),

    'cards.preview': ({ params }) => givePreview(needs, params.alias, params.version),

    'cards.appIcon': ({ params }) => giveAppIcon(needs, params),
    'cards.appScreenshot': ({ params }) => giveAppScreenshot(needs, params),

    async 'cards.vCard'({ params, request }) {
      const { file, name, subjectId } = await giveVCard(needs, { alias: params.alias, version: params.version })
      // A device that keeps the card for later has not taken it yet.
      if (request.headers.get('purpose') !== 'prefetch') needs.countDownload(subjectId, request)
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
