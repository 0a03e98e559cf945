import type { MessageKey } from '#common/messages/message.ts'

export const operatorHref = '/operator'

/** The operator's pages, in the order of their navigation. */
export const places = [
  { path: '', word: 'operator.overview' },
  { path: '/cards', word: 'operator.cards' },
  { path: '/billing', word: 'deskBilling.title' },
  { path: '/imports', word: 'operator.imports' },
  { path: '/reports', word: 'operator.reports' },
  { path: '/hosts', word: 'operator.hosts' },
  { path: '/names', word: 'operator.names' },
  { path: '/jobs', word: 'operator.jobs' },
  { path: '/outbox', word: 'operator.outbox' },
  { path: '/audit', word: 'operator.acts' },
  { path: '/releases', word: 'operator.news' },
] as const satisfies readonly { path: string; word: MessageKey }[]

export const placeHref = (path: (typeof places)[number]['path']) => `${operatorHref}${path}`
export const anyCardHref = (alias: string) => `${placeHref('/cards')}/${alias}`
export const mailHref = (id: string) => `${placeHref('/outbox')}/${id}`
export const importHref = (id: string) => `${placeHref('/imports')}/${id}`

/** The next of a long list. */
export const nextHref = (path: string, q: string, from: string) => `${path}?${new URLSearchParams({ ...(q ? { q } : {}), from })}`
