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
  print: 'routes/owner/owner-print.tsx',
  subscriptions: 'routes/owner/owner-subscriptions.tsx',
}

/** The login and sign-up pages, and the account's own. */
const accountPages = ['login', 'sign-up', 'forgot', 'link', 'password', 'passkeys', 'details'] as const

/** A page named after its file: the app of each card has all these names, so they are short. */
const page = (path: string, file: string, children: RouteConfigEntry[] = []) =>
  route(path, `routes/${file}`, { id: file.replaceAll(/^.*\/|\.\w+$/g, '') }, children)

export default [
  index('routes/front.tsx'),
  page(noDataPath, 'no-data.tsx'),
  page(offlinePath, 'offline.tsx'),
  page('setup', 'account/account-setup.tsx'),
  page('setup/:step', 'setup/setup.tsx'),
  page('setup/restore', 'setup/setup-restore.tsx'),
  page('account', 'account/account-home.tsx'),
  ...accountPages.map((name) => page(`account/${name}`, `account/account-${name}.tsx`)),
  page('account/edit/:alias/:group?', 'editor/editor.tsx'),
  page('account/new/import', 'account/account-new-import.tsx'),
  page('account/new/*', 'account/account-new.tsx'),
  page('account/claim/:alias', 'account/account-claim.tsx'),
  page('account/*', 'account/account.tsx'),
  page('admin', 'admin/admin.tsx', [
    index('routes/admin/overview/admin-overview.tsx', { id: 'admin-overview' }),
    page('cards', 'admin/cards/admin-cards.tsx'),
    page('cards/:id/:tab?', 'admin/card/admin-card.tsx'),
    page('billing', 'admin/billing/admin-billing.tsx'),
    page('reports', 'admin/reports/admin-reports.tsx'),
    page('jobs', 'admin/jobs/admin-jobs.tsx'),
    page('mail', 'admin/mail/admin-mails.tsx'),
    page('mail/:id', 'admin/mail/admin-mail.tsx'),
    page('webhooks', 'admin/webhooks/admin-webhooks.tsx'),
    page('deliveries', 'admin/deliveries/admin-deliveries.tsx'),
    page('backups', 'admin/backups/admin-backups.tsx'),
    page('audit', 'admin/audit/admin-audit.tsx'),
    page('setup/:id?', 'admin/setup/admin-setup.tsx'),
    page('invitations', 'admin/invitations/admin-invitations.tsx'),
    page('imports', 'admin/imports/admin-imports.tsx'),
    page('imports/:id', 'admin/imports/admin-import.tsx'),
    page('blocked-hosts', 'admin/blocked-hosts/admin-blocked-hosts.tsx'),
    page('reserved-addresses', 'admin/reserved-addresses/admin-reserved-addresses.tsx'),
    page('releases', 'admin/releases/admin-releases.tsx'),
    page('releases/story/:id', 'admin/releases/admin-story.tsx'),
    page('releases/tour', 'admin/releases/admin-tour.tsx'),
    page('releases/version/:id', 'admin/releases/admin-version.tsx'),
    page('*', 'admin/admin-unknown.tsx'),
  ]),
  ...cardRoutes(':alias', ''),
  ...cardRoutes(':alias/v/:version', '-versioned'),
  page(
    ':alias',
    'owner/owner.tsx',
    Object.values(ownerPages).map((segment) => route(segment, ownerFiles[segment], { id: segment })),
  ),
  page(`:alias/${appPaths.manifest}`, 'card/card-manifest.ts'),
  page(`:alias/${appPaths.shared}`, 'card/card-shared.tsx'),
  page(`:alias/${sidePages.login}`, 'card/card-login.tsx'),
  page(`:alias/${sidePages.report}`, 'card/card-report.tsx'),
  // The server redirects from short links. Without the segment, this is the page of an unknown one: never link here by client navigation.
  page('s/:code/preview?', 'link-preview.tsx'),
  page(`:alias/${sidePages.cardDisabled}`, 'card/card-disabled.tsx'),
  page(`:alias/${sidePages.emailSignature}`, 'card/card-email-signature.tsx'),
] satisfies RouteConfig
