import { index, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { appPaths, cardPages, noDataPath, offlinePath, ownerPages, sidePages, type CardPage, type OwnerPage } from '../contract/pages.ts'

const files: Record<CardPage, string> = {
  home: 'routes/card-home.tsx',
  about: 'routes/card-about.tsx',
  reviews: 'routes/card-reviews.tsx',
  review: 'routes/card-review-me.tsx',
  vCard: 'routes/card-save.tsx',
  contact: 'routes/card-contact.tsx',
  connect: 'routes/card-connect.tsx',
  socialServices: 'routes/card-connect.tsx',
  settings: 'routes/card-settings.tsx',
}
const cardPageNames = Object.keys(files) as CardPage[]

/** A card and its pages, plain and under a version. */
function cardRoutes(front: string, suffix: string): RouteConfigEntry[] {
  return [
    route(front, 'routes/card.tsx', { id: `card${suffix}` }, [
      index('routes/to-home.ts', { id: `to-home${suffix}` }),
      ...cardPageNames.map((page) => route(cardPages[page].segment, files[page], { id: `${page}${suffix}` })),
      ...(suffix ? [] : [route(sidePages.letsConnect, 'routes/card-lets-connect.tsx', { id: 'letsConnect' })]),
      ...(suffix ? [] : [route(sidePages.install, 'routes/card-install.tsx', { id: 'install' })]),
      route('*', 'routes/unknown-page.tsx', { id: `unknown${suffix}` }),
    ]),
    ...cardPageNames.map((page) =>
      route(`${front}/${cardPages[page].segment}-restricted-access`, 'routes/restricted.tsx', { id: `restricted-access-${page}${suffix}` }),
    ),
  ]
}

const ownerFiles: Record<(typeof ownerPages)[OwnerPage], string> = {
  'my-account': 'routes/owner-account.tsx',
  'my-contacts': 'routes/owner-contacts.tsx',
  'my-notifications': 'routes/owner-notifications.tsx',
  analytics: 'routes/owner-analytics.tsx',
  subscriptions: 'routes/owner-subscriptions.tsx',
}

/** The pages on the way in. */
const accountPages = ['login', 'sign-up', 'forgot', 'link', 'password', 'passkeys'] as const

export default [
  index('routes/front.tsx'),
  route(noDataPath, 'routes/no-data.tsx'),
  route(offlinePath, 'routes/offline.tsx'),
  route('account', 'routes/account-home.tsx'),
  ...accountPages.map((page) => route(`account/${page}`, `routes/account-${page}.tsx`)),
  route('account/edit/:alias/:section?', 'routes/editor.tsx'),
  route('account/new/*', 'routes/account-new.tsx'),
  route('account/claim/:alias', 'routes/account-claim.tsx'),
  route('account/*', 'routes/account.tsx'),
  route('operator', 'routes/operator.tsx', [
    index('routes/operator-desk.tsx', { id: 'operator-overview' }),
    route('releases', 'routes/operator-releases.tsx'),
    route('releases/story/:storyId', 'routes/operator-story.tsx'),
    route('releases/tour', 'routes/operator-tour.tsx'),
    route('releases/version/:version', 'routes/operator-version.tsx'),
    route('*', 'routes/operator-desk.tsx'),
  ]),
  ...cardRoutes(':alias', ''),
  ...cardRoutes(':alias/v/:version', '-versioned'),
  route(
    ':alias',
    'routes/owner.tsx',
    Object.values(ownerPages).map((segment) => route(segment, ownerFiles[segment], { id: segment })),
  ),
  route(`:alias/${appPaths.manifest}`, 'routes/card-manifest.ts'),
  route(`:alias/${appPaths.shared}`, 'routes/card-shared.tsx'),
  route(`:alias/${sidePages.login}`, 'routes/card-login.tsx'),
  route(`:alias/${sidePages.report}`, 'routes/card-report.tsx'),
  route('s/:code/look', 'routes/link-look.tsx'),
  route(`:alias/${sidePages.cardDisabled}`, 'routes/card-disabled.tsx'),
  route(`:alias/${sidePages.emailSignature}`, 'routes/card-email-signature.tsx'),
] satisfies RouteConfig
