import type { AccessKey } from '#contract/access-keys.ts'
import { crmNames, deliveryStates } from '#contract/connection-choices.ts'
import type { Connection, Delivery, DeliveryState, EventType, Preset, TestOutcome } from '#contract/connections.ts'
import { ownerHref } from '#contract/pages.ts'
import type { Translate } from '#common/messages/message.ts'

export type Opened = {
  connection: Connection
  deliveries: Delivery[]
  hasMore: boolean
  state: DeliveryState | null
  before: string | null
  /** The delivery whose details are visible. */
  expanded: { eventId: string; body: string | null } | null
}

/** `connections` and `keys` are null if they could not be loaded. */
export type ConnectionsView = {
  alias: string
  /** The server's time, used for the first render. */
  now: string
  connections: Connection[] | null
  keys: AccessKey[] | null
  /** The chosen tool of a new connection. */
  adding: Preset | 'any' | null
  opened: Opened | null
}

export type ConnectionForm = { name: string; url: string; types: string[]; isFull: boolean }

/** How many days a new key is valid. */
export const keyLifetimes = ['30', '90', '365', 'endless'] as const
export type KeyForm = { name: string; scopes: string[]; lifetime: (typeof keyLifetimes)[number] }

/** What a posted form did. */
export type ConnectionsResult = {
  message?: string
  isBad?: boolean
  issues?: Record<string, string>
  typed?: ConnectionForm
  tested?: TestOutcome
  /** A new secret, returned only once. */
  secret?: { id: string; value: string; connection: { preset: Preset; url: string } }
  /** A new API key, returned only once. */
  newKey?: string
  /** The refused form for a new key. */
  keyForm?: KeyForm
}

type ConnectionState = 'sending' | 'attention' | 'failing' | 'off'
export function stateOf({ isOn, attention, failingSince }: Connection): ConnectionState {
  if (!isOn) return 'off'
  if (attention) return 'attention'
  return failingSince ? 'failing' : 'sending'
}
export const statusKinds = {
  sending: 'ok',
  attention: 'warn',
  failing: 'bad',
  off: 'off',
  waiting: 'wait',
  sent: 'ok',
  failed: 'bad',
} as const

/** Names of products are not translated. */
const presetNames: Record<Exclude<Preset, 'own'>, string> = {
  n8n: 'n8n',
  make: 'Make',
  zapier: 'Zapier',
  ...crmNames,
}
export const presetName = (preset: Preset, t: Translate) => (preset === 'own' ? t('connections.own') : presetNames[preset])

/** What an owner can choose: each stands for the events that belong together. */
export const choices = {
  created: ['contact.created'],
  changed: ['contact.updated', 'contact.erased', 'consent.withdrawn'],
  review: ['review.received'],
  published: ['card.published'],
  links: ['short_link.followed'],
} as const satisfies Record<string, readonly EventType[]>

const dayMs = 86_400_000
/** The days until then, the last one counted as whole; 0 or less once it is over. */
export const daysLeft = (iso: string, now: Date) => Math.ceil((Date.parse(iso) - now.getTime()) / dayMs)

export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

type Place = {
  of?: string
  kind?: Preset | 'any'
  state?: DeliveryState | null
  before?: string | null
  /** The delivery whose details are visible, or the key to revoke. */
  show?: string | null
  dialog?: 'on' | 'remove' | 'secret' | 'key' | 'createKey' | 'revoke'
  done?: 'removed' | 'revoked' | 'missing'
}

/** The address of the list or, with `of`, of a connection; the other parameters choose what it shows. */
export function connectionsHref(alias: string, place: Place = {}): string {
  const query = new URLSearchParams(Object.entries(place).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size > 0 ? `${ownerHref(alias, 'connections')}?${query}` : ownerHref(alias, 'connections')
}

export const countsOf = (states: readonly DeliveryState[]): Record<DeliveryState, number> => {
  const counts = { waiting: 0, sent: 0, failed: 0 }
  for (const state of states) counts[state] += 1
  return counts
}

export const isDeliveryState = (text: string | null): text is DeliveryState => deliveryStates.some((one) => one === text)
