import type { Permission } from './permissions.ts'

/** Pages of a card: the segment behind the alias and the right it needs. Connect's second name leads to the same page. */
export const cardPages = {
  home: { segment: 'home', permission: 'Home' },
  about: { segment: 'about', permission: 'About' },
  reviews: { segment: 'reviews', permission: 'Reviews' },
  review: { segment: 'review', permission: 'ReviewMe' },
  vCard: { segment: 'v-card', permission: 'VCard' },
  contact: { segment: 'contact', permission: 'Contact' },
  connect: { segment: 'connect', permission: 'Connect' },
  socialServices: { segment: 'social-services', permission: 'Connect' },
  settings: { segment: 'settings', permission: 'Settings' },
} as const satisfies Record<string, { segment: string; permission: Permission }>

export type CardPage = keyof typeof cardPages

export const ownerPages = {
  myAccount: 'my-account',
  myContacts: 'my-contacts',
  myNotifications: 'my-notifications',
  analytics: 'analytics',
  subscriptions: 'subscriptions',
} as const

export type OwnerPage = keyof typeof ownerPages

/** Pages of a card that are neither the visitor's nor the owner's own. */
export const sidePages = {
  cardDisabled: 'card-disabled',
  login: 'login',
  install: 'install',
  emailSignature: 'email-signature',
  letsConnect: 'lets-connect',
  report: 'report',
} as const

/** What a card has as an app: how browsers learn of it, and where it takes what other apps share with it. */
export const appPaths = { manifest: 'manifest.webmanifest', shared: 'shared' } as const

export const noDataPath = '/no-data'

/** What a device shows in place of a page that it cannot reach. */
export const offlinePath = '/offline'

/** What pages read behind the `?`. Anything else there makes no other page of it. `_routes` and `index` are the router's own. */
export const pageQueries: ReadonlySet<string> = new Set([
  '_routes',
  'about',
  'alias',
  'by',
  'card',
  'change_subscription',
  'colours',
  'contact',
  'days',
  'dialog',
  'export',
  'forceRelogin',
  'from',
  'index',
  'label',
  'link',
  'of',
  'page',
  'plan',
  'preview',
  'problem',
  'q',
  'returnUrl',
  'sharePayload',
  'shared',
  'show',
  'simulateStandalone',
  'sort',
  'source',
  'state',
  'token',
  'told',
  'why',
])

/** First segments that nobody can claim as an alias. */
export const reservedSegments: ReadonlySet<string> = new Set([
  'account',
  'admin',
  'api',
  'assets',
  'bff',
  'favicon.ico',
  'fonts',
  'healthz',
  'manifest.webmanifest',
  'metrics',
  'no-data',
  'offline',
  'openapi.json',
  'operator',
  'problems',
  'readyz',
  'reference',
  'remote',
  'robots.txt',
  's',
  'service-worker.js',
  'sitemap.xml',
  'static',
  'v',
  'www',
])

export type CardAddress = { alias: string; version?: string | undefined }

const front = ({ alias, version }: CardAddress) => (version ? `/${alias}/v/${version}` : `/${alias}`)

export function cardHref(address: CardAddress, page: CardPage): string {
  return `${front(address)}/${cardPages[page].segment}`
}

export function restrictedHref(address: CardAddress, page: CardPage): string {
  return `${cardHref(address, page)}-restricted-access`
}

export function ownerHref(alias: string, page: OwnerPage): string {
  return `/${alias}/${ownerPages[page]}`
}

export function sideHref(alias: string, page: keyof typeof sidePages): string {
  return `/${alias}/${sidePages[page]}`
}

/** The page that shows where a short link leads. */
export const lookHref = (code: string) => `/s/${code}/look`

/** Apps are told apart letter by letter: whatever the address was typed like, this is in lower case. */
export function appHref(alias: string, path: keyof typeof appPaths): string {
  return `/${alias.toLowerCase()}/${appPaths[path]}`
}
