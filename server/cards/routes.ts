import type { Db } from '#server/db/database.ts'
import type { Handlers } from '#server/http/mount.ts'
import type { Clock } from '#server/outside/clock.ts'
import type { Settings } from '#server/settings.ts'
import { cardHref } from '#contract/pages.ts'
import { drawQr } from './draw-qr.ts'
import { presentCard, presentDisabled } from './present-card.ts'
import { isSwitchedOff, readCard } from './read-card.ts'
import { readApplicationSettings, readHomepageDefaults } from './read-installation.ts'
import { readComponents, readServices } from './read-services.ts'

type Needs = { db: Db; clock: Clock; settings: Pick<Settings, 'publicUrl'> }

export function cardRoutes({ db, clock, settings }: Needs): Handlers {
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

    async 'cards.read'({ params, dependsOn }) {
      const [card, defaults] = await Promise.all([readCard({ db, clock }, params.alias, params.version), readHomepageDefaults(db)])
      dependsOn(`card:${card.subject.id}`)
      dependsOn('installation:homepage-settings')
      const shown = isSwitchedOff(card.subject) ? presentDisabled(card.subject) : presentCard(card, defaults)
      return { '{product}': shown, subscription: card.subscription }
    },

    async 'cards.services'({ query, dependsOn }) {
      dependsOn(`card:${query.subjectId}`)
      return readServices({ db, clock }, query)
    },

    async 'cards.components'({ query, dependsOn }) {
      dependsOn(`card:${query.subjectId}`)
      return readComponents({ db, clock }, query)
    },

    async 'cards.qr'({ params }) {
      // 'latest' is the published card, as for pictures.
      const version = params.version === 'latest' ? undefined : params.version
      const { subject } = await readCard({ db, clock }, params.alias, version)
      const svg = drawQr(settings.publicUrl + cardHref({ alias: subject.alias, version }, 'home'))
      return new Response(svg, { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' } })
    },
  }
}
