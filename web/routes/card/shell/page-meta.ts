import { cardPages, type CardPage, type OwnerPage } from '#contract/pages.ts'
import type { Permission } from '#contract/permissions.ts'

/** What a page asks of who comes. A table and no handles of the routes: a visitor's browser has no use for it. */
export type PageMeta = {
  /** Always, or where the app is its owner's. */
  requiresAuth: 'always' | 'owners-app' | 'never'
  /** Seen within the app, it makes the app its owner's. */
  setOwnerMode: boolean
  /** Without it a person is led to the restricted form. */
  permission: Permission | null
  /** Its address may ask for the share sheet. */
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
  // Whoever has to log in has somewhere to stand.
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
  myNotifications: ownerPage,
  analytics: ownerPage,
  subscriptions: ownerPage,
}
