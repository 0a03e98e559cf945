import { cardPages, type CardPage, type OwnerPage } from '#contract/pages.ts'
import type { Permission } from '#contract/permissions.ts'

/** The access rules of each page. A table instead of route handles, because browsers don't need it. */
type PageMeta = {
  /** Always, or only in the owner's app. */
  requiresAuth: 'always' | 'owners-app' | 'never'
  /** Opening it in the app switches the app to owner mode. */
  setOwnerMode: boolean
  /** Without it, the restricted page is shown. */
  permission: Permission | null
  /** `#share` in its address opens the share sheet. */
  showSharePage: boolean
}

const cardPage = (page: CardPage, meta: Partial<PageMeta> = {}): PageMeta => ({
  requiresAuth: 'owners-app',
  setOwnerMode: false,
  permission: cardPages[page].permission,
  showSharePage: false,
  ...meta,
})
const ownerPage: PageMeta = { requiresAuth: 'always', setOwnerMode: true, permission: null, showSharePage: false }

export const pageMeta: Record<CardPage | OwnerPage, PageMeta> = {
  // Always accessible, also without a login.
  home: cardPage('home', { requiresAuth: 'never', showSharePage: true }),
  about: cardPage('about'),
  reviews: cardPage('reviews'),
  review: cardPage('review'),
  vCard: cardPage('vCard'),
  contact: cardPage('contact'),
  connect: cardPage('connect'),
  socialServices: cardPage('socialServices'),
  settings: cardPage('settings', { requiresAuth: 'never' }),
  myAccount: ownerPage,
  myContacts: ownerPage,
  contactImport: ownerPage,
  myNotifications: ownerPage,
  analytics: ownerPage,
  connections: ownerPage,
  print: ownerPage,
  subscriptions: ownerPage,
}
