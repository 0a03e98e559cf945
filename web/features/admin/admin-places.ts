import type { SettingGroup } from '#contract/admin/setting-choices.ts'
import { cardsPageSize } from '#contract/constants.ts'
import type { MessageKey } from '#common/messages/message.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'

export const adminHref = '/admin'

type Place = { path: string; word: MessageKey; icon: IconName; group: 'first' | 'operations' | 'setup' }

/** The admin pages, in the order of their navigation. */
export const places = [
  { path: '', word: 'admin.overview', icon: 'layout-dashboard', group: 'first' },
  { path: '/cards', word: 'admin.cards', icon: 'id-card', group: 'first' },
  { path: '/billing', word: 'admin.billing.title', icon: 'credit-card', group: 'first' },
  { path: '/reports', word: 'admin.reports', icon: 'flag', group: 'first' },
  { path: '/jobs', word: 'admin.jobs', icon: 'list-checks', group: 'operations' },
  { path: '/mail', word: 'admin.mail', icon: 'mail', group: 'operations' },
  { path: '/webhooks', word: 'admin.webhooks', icon: 'webhook', group: 'operations' },
  { path: '/deliveries', word: 'admin.connections.title', icon: 'plug', group: 'operations' },
  { path: '/backups', word: 'admin.backups', icon: 'archive-restore', group: 'operations' },
  { path: '/audit', word: 'admin.acts', icon: 'scroll-text', group: 'operations' },
  { path: '/setup', word: 'admin.settings', icon: 'sliders-horizontal', group: 'setup' },
  { path: '/invitations', word: 'admin.invitations', icon: 'user-plus', group: 'setup' },
  { path: '/imports', word: 'admin.imports', icon: 'file-input', group: 'setup' },
  { path: '/blocked-hosts', word: 'admin.hosts', icon: 'ban', group: 'setup' },
  { path: '/reserved-addresses', word: 'admin.names', icon: 'lock', group: 'setup' },
  { path: '/releases', word: 'admin.news', icon: 'megaphone', group: 'setup' },
] as const satisfies readonly Place[]

/** Without plans there are no payments. */
export const placesOf = (hasPlans: boolean) => places.filter(({ path }) => hasPlans || (path !== '/billing' && path !== '/webhooks'))

export const placeHref = (path: (typeof places)[number]['path']) => `${adminHref}${path}`

/** The places of things with an address of their own. */
export const missingAt = {
  card: '/cards',
  import: '/imports',
  mail: '/mail',
  settings: '/setup',
  story: '/releases',
  version: '/releases',
  page: '',
} as const satisfies Record<string, (typeof places)[number]['path']>
export type MissingThing = keyof typeof missingAt

/** A card's tabs; the first one has no path segment. */
export const cardTabs = ['', 'plan', 'permissions', 'activity'] as const
export type CardTab = (typeof cardTabs)[number]
export const cardTabsOf = (hasPlans: boolean) => cardTabs.filter((tab) => hasPlans || tab !== 'plan')
/** The form field of an experiment. */
export const experimentField = (name: string) => `experiment ${name}`

export const anyCardHref = (alias: string, tab: CardTab = '') => `${placeHref('/cards')}/${alias}${tab && `/${tab}`}`

export const settingsHref = (group: SettingGroup) => `${placeHref('/setup')}/${group.toLowerCase()}`
export const mailHref = (id: string) => `${placeHref('/mail')}/${id}`
export const importHref = (id: string) => `${placeHref('/imports')}/${id}`

/** A list's path with a query; empty values are left out. */
export function listHref(path: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const words = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return words.size > 0 ? `${path}?${words}` : path
}

/** An address without the last form and what it was about; `about` alone is a filter of the audit log. */
export function withoutDone(href: string): string {
  const url = new URL(href)
  if (url.searchParams.has('done')) for (const name of ['done', 'about']) url.searchParams.delete(name)
  return url.href
}

/** The aliases of the selected cards, which the address of their list names. */
export const selectedIn = (query: URLSearchParams): string[] => query.getAll('card').slice(0, cardsPageSize)
