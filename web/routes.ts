import { index, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { appPaths, cardPages, noDataPath, offlinePath, ownerPages, sidePages, type CardPage, type OwnerPage } from '../contract/pages.ts'

const files: Record<CardPage, string> = {
  home: 'routes/card/card-home.tsx',
  about: 'routes/card/card-about.tsx',
  reviews: 'routes/card/card-reviews.tsx',
  review: 'routes/card/card-review-me.tsx',
  vCard: 'routes/card/card-save.tsx',
  contact: 'routes/card/card-contact.tsx',
  connect: 'routes/card/card-connect.tsx',
  socialServices: 'routes/card/card-connect.tsx',
  settings: 'routes/card/card-settings.tsx',
}
const cardPageNames = Object.keys(files) as CardPage[]

/** A card and its pages, plain and under a version. */
function cardRoutes(front: string, suffix: string): RouteConfigEntry[] {
  return [
    route(front, 'routes/card/card.tsx', { id: `card${suffix}` }, [
      index('routes/card/to-home.ts', { id: `to-home${suffix}` }),
      ...cardPageNames.map((page) => route(cardPages[page].segment, files[page], { id: `${page}${suffix}` })),
      ...(suffix ? [] : [route(sidePages.letsConnect, 'routes/card/card-lets-connect.tsx', { id: 'letsConnect' })]),
      ...(suffix ? [] : [route(sidePages.install, 'routes/card/card-install.tsx', { id: 'install' })]),
      route('*', 'routes/card/unknown-page.tsx', { id: `unknown${suffix}` }),
    ]),
    ...cardPageNames.map((page) =>
      route(`${front}/${cardPages[page].segment}-restricted-access`, 'routes/card/restricted.tsx', {
        id: `restricted-access-${page}${suffix}`,
      }),
    ),
  ]
}

const ownerFiles: Record<(typeof ownerPages)[OwnerPage], string> = {
  'my-account': 'routes/owner/owner-account.tsx',
  'my-contacts': 'routes/owner/owner-contacts.tsx',
  'my-contacts/import': 'routes/owner/owner-contact-import.tsx',
  'my-notifications': 'routes/owner/owner-notifications.tsx',
  analytics: 'routes/owner/owner-analytics.tsx',
  connections: 'routes/owner/owner-connections.tsx',
  subscriptions: 'routes/owner/owner-subscriptions.tsx',
}

/** The login and sign-up pages, and the account's own. */
const accountPages = ['login', 'sign-up', 'forgot', 'link', 'password', 'passkeys', 'details'] as const

export default [
  index('routes/front.tsx'),
  route(noDataPath, 'routes/no-data.tsx'),
  route(offlinePath, 'routes/offline.tsx'),
  route('setup', 'routes/account/account-setup.tsx'),
  route('account', 'routes/account/account-home.tsx'),
  ...accountPages.map((page) => route(`account/${page}`, `routes/account/account-${page}.tsx`)),
  route('account/edit/:alias/:group?', 'routes/editor/editor.tsx'),
  route('account/new/import', 'routes/account/account-new-import.tsx'),
  route('account/new/*', 'routes/account/account-new.tsx'),
  route('account/claim/:alias', 'routes/account/account-claim.tsx'),
  route('account/*', 'routes/account/account.tsx'),
  route('admin', 'routes/admin/admin.tsx', [
    index('routes/admin/admin-page.tsx', { id: 'admin-overview' }),
    route('releases', 'routes/admin/admin-releases.tsx'),
    route('releases/story/:storyId', 'routes/admin/admin-story.tsx'),
    route('releases/tour', 'routes/admin/admin-tour.tsx'),
    route('releases/version/:version', 'routes/admin/admin-version.tsx'),
    route('*', 'routes/admin/admin-page.tsx'),
  ]),
  // The previous address of the admin area.
  route('operator/*', 'routes/admin/admin-moved.tsx'),
  ...cardRoutes(':alias', ''),
  ...cardRoutes(':alias/v/:version', '-versioned'),
  route(
    ':alias',
    'routes/owner/owner.tsx',
    Object.values(ownerPages).map((segment) => route(segment, ownerFiles[segment], { id: segment })),
  ),
  route(`:alias/${appPaths.manifest}`, 'routes/card/card-manifest.ts'),
  route(`:alias/${appPaths.shared}`, 'routes/card/card-shared.tsx'),
  route(`:alias/${sidePages.login}`, 'routes/card/card-login.tsx'),
  route(`:alias/${sidePages.report}`, 'routes/card/card-report.tsx'),
  route('s/:code/preview', 'routes/link-preview.tsx'),
  route(`:alias/${sidePages.cardDisabled}`, 'routes/card/card-disabled.tsx'),
  route(`:alias/${sidePages.emailSignature}`, 'routes/card/card-email-signature.tsx'),
] satisfies RouteConfig
