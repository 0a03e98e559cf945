import { editorSections } from '#contract/cards/card-fields.ts'
import { ownerHref, ownerPages, sideHref, type OwnerPage } from '#contract/pages.ts'
import { anyCardHref, cardTabs, placeHref, places } from '../../web/features/admin/admin-places.ts'

/** Of the demo’s owner with contacts, visits and links that need attention. */
export const alias = 'maren'

/** Each page behind the login, of this card. */
export const ownersPages = [
  '/account',
  ...(Object.keys(ownerPages) as OwnerPage[]).map((page) => ownerHref(alias, page)),
  `${ownerHref(alias, 'connections')}?kind=webhook`,
  sideHref(alias, 'emailSignature'),
  ...editorSections.map((section) => `/account/edit/${alias}/${section}`),
  '/account/privacy',
  '/account/passkeys',
  '/account/new',
  '/account/new/import',
]

/** Each page for administrators. */
export const adminPages = [
  ...places.map(({ path }) => placeHref(path)),
  ...cardTabs.map((tab) => anyCardHref(alias, tab)),
  '/admin/releases/tour',
]
