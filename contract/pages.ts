import type { VisitSource } from './visit-sources.ts'
import type { Permission } from './permissions.ts'

/** Pages of a card: the segment after the alias and the permission it needs. Connect's second name opens the same page. */
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
  contactImport: 'my-contacts/import',
  myNotifications: 'my-notifications',
  analytics: 'analytics',
  connections: 'connections',
  print: 'print',
  subscriptions: 'subscriptions',
} as const

export type OwnerPage = keyof typeof ownerPages

/** A card's pages outside the visitor's menu and the owner's area. */
export const sidePages = {
  cardDisabled: 'card-disabled',
  login: 'login',
  install: 'install',
  emailSignature: 'email-signature',
  letsConnect: 'lets-connect',
  report: 'report',
} as const

/** Paths of a card as an installed app: its manifest, and its share target. */
export const appPaths = { manifest: 'manifest.webmanifest', shared: 'shared' } as const

export const noDataPath = '/no-data'

/** Shown by the service worker in place of a page that can't be reached. */
export const offlinePath = '/offline'

/** Query parameters that pages read; all others are dropped from the cache key. `_routes` and `index` are the router's. */
export const pageQueries: ReadonlySet<string> = new Set([
  '_routes',
  'about',
  'active',
  'alias',
  'before',
  'by',
  'card',
  'change_subscription',
  'colors',
  'contact',
  'days',
  'demo',
  'dialog',
  'done',
  'export',
  'forceRelogin',
  'from',
  'host',
  'index',
  'invitation',
  'kind',
  'label',
  'link',
  'of',
  'page',
  'photo',
  'plan',
  'preview',
  'problem',
  'prompt',
  'q',
  'refused',
  'returnUrl',
  'section',
  'select',
  'share',
  'sharePayload',
  'shared',
  'show',
  'simulateStandalone',
  'sort',
  'source',
  'start',
  'state',
  'step',
  'submission',
  'token',
  'why',
])

/** First path segments that can't be claimed as an alias. */
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
  'mcp',
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
  'setup',
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

export const withSource = (address: string, source: VisitSource) => `${address}?source=${source}`

export function restrictedHref(address: CardAddress, page: CardPage): string {
  return `${cardHref(address, page)}-restricted-access`
}

export function ownerHref(alias: string, page: OwnerPage): string {
  return `/${alias}/${ownerPages[page]}`
}

export function sideHref(alias: string, page: keyof typeof sidePages): string {
  return `/${alias}/${sidePages[page]}`
}

/** No short link has this code: its page is that of every unknown one. */
export const unknownLinkCode = 'unknown'

/** The page that shows the destination of a short link. */
export const linkPreviewHref = (code: string) => `/s/${code}/preview`

/** Always lowercase: browsers compare an app's addresses case-sensitively, and an alias may be typed in any case. */
export function appHref(alias: string, path: keyof typeof appPaths): string {
  return `/${alias.toLowerCase()}/${appPaths[path]}`
}
