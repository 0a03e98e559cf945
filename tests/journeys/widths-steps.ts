import { ownerHref, ownerPages, sideHref, type OwnerPage } from '#contract/pages.ts'
import { anyCardHref, cardTabs, placeHref, places } from '../../web/features/admin/admin-places.ts'
import { cardStepHref } from '../../web/features/sign-in/new-card/typed-card.ts'
import { groupHref, groupNames } from '../../web/features/editor/sections.ts'

/** Of the demo’s owner with contacts, visits and links that need attention. */
export const alias = 'maren'

/** Each page behind the login, of this card. */
export const ownersPages = [
  '/account',
  ...(Object.keys(ownerPages) as OwnerPage[]).map((page) => ownerHref(alias, page)),
  `${ownerHref(alias, 'connections')}?kind=webhook`,
  sideHref(alias, 'emailSignature'),
  ...groupNames.map((group) => groupHref(alias, group)),
  '/account/privacy',
  '/account/details',
  `/account/subscription?alias=${alias}`,
  '/account/passkeys',
  '/account/new',
  ...(['you', 'photo', 'look', 'links'] as const).map((step) => cardStepHref(alias, step)),
  '/account/new/import',
]

/** Each page for administrators. */
export const adminPages = [
  ...places.map(({ path }) => placeHref(path)),
  `${placeHref('/cards')}?demo=on`,
  ...cardTabs.map((tab) => anyCardHref(alias, tab)),
  '/admin/releases/tour',
  '/admin/releases/story/yard-sign',
  '/admin/releases/version/new',
  ...['installation', 'mail', 'backups', 'done'].map((step) => `/setup/${step}`),
]
