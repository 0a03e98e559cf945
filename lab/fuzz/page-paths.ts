import { appPaths, cardPages, noDataPath, offlinePath, ownerPages, sidePages } from '#contract/pages.ts'
import { anyCardHref, cardTabs, importHref, mailHref, placeHref, places } from '../../web/features/admin/admin-places.ts'

/** The admin pages, and the addresses on them. */
export const adminPaths: readonly string[] = [
  ...places.map(({ path }) => placeHref(path)),
  ...cardTabs.map((tab) => anyCardHref(':alias', tab)),
  importHref(':import'),
  mailHref(':mail'),
  ...['story/:id', 'tour', 'version/:id'].map((tail) => `${placeHref('/releases')}/${tail}`),
]

const ofCards = [...Object.values(cardPages).map(({ segment }) => segment), ...Object.values(sidePages), ...Object.values(appPaths)]

/** Every page, and the routes that are not API calls. */
export const pathsOfPages: readonly string[] = [
  '/',
  noDataPath,
  offlinePath,
  '/setup',
  ...[
    '',
    '/login',
    '/sign-up',
    '/forgot',
    '/link',
    '/password',
    '/edit/:alias',
    '/edit/:alias/:group',
    '/new/import',
    '/new/:section',
    '/claim/:alias',
    '/:section',
  ].map((tail) => `/account${tail}`),
  ...adminPaths,
  '/:alias',
  ...[...ofCards, ...Object.values(ownerPages)].map((segment) => `/:alias/${segment}`),
  ...Object.values(cardPages).flatMap(({ segment }) => [`/:alias/v/:version/${segment}`, `/:alias/${segment}-restricted-access`]),
  '/s/:code',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/reference',
  '/problems/:name',
  '/robots.txt',
  '/sitemap.xml',
  '/service-worker.js',
  '/manifest.webmanifest',
  '/assets/:name',
  '/favicon.ico',
]

export const accountSections = ['sessions', 'privacy', 'address', 'name', 'look', 'links', 'photo', 'reviews', 'x'] as const
