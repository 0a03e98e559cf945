import { randomInt, randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { spellPath } from '#contract/product.ts'
import { digestOf } from '#server/contacts/search-contacts.ts'
import { kindOf, schemaOf, type Ids, type JsonSchema, type Kind } from './ids.ts'

export type BuiltCall = { path: string; init: RequestInit & { headers: Record<string, string> } }

/** A valid call with these ids in every place that takes an id. */
export function buildCall(endpoint: Endpoint, ids: Ids): BuiltCall {
  const { method, path, query, input, rawBody, name } = endpoint
  const idAt = (part: string) => {
    const kind = kindOf(endpoint, part)
    return kind && ids[kind]
  }
  const wordAt = (part: string) => idAt(part) ?? words[`${name} ${part}`] ?? words[part]
  const filled = spellPath(path, 'carte').replace(/:(\w+)\??/g, (_, part: string) => encodeURIComponent(wordAt(part) ?? part))
  const queryParts = Object.keys(query?.shape ?? {}).flatMap((part) => (wordAt(part) === undefined ? [] : [[part, wordAt(part) ?? '']]))
  const at = queryParts.length > 0 ? `${filled}?${new URLSearchParams(queryParts)}` : filled
  // Rate limits are not tested here.
  const headers = { 'x-csrf': '1', 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }
  // Any bytes will do for a file: ownership is checked before it is read.
  if (rawBody) return { path: at, init: { method, headers: { ...headers, 'content-type': 'application/octet-stream' }, body: 'bytes' } }
  if (!input) return { path: at, init: { method, headers } }
  const body = JSON.stringify({ ...objectOf(schemaOf(input), { idAt }), ...special[name]?.(ids) })
  return { path: at, init: { method, headers: { ...headers, 'content-type': 'application/json' }, body } }
}

/** Values of fields that are no id and need a valid value. */
const words: Record<string, string> = {
  kind: 'profile',
  page: '1',
  pageSize: '100',
  format: 'csv',
  shape: 'any-192',
  version: 'spring',
  image: 'x',
  theme: 'x',
  logoImage: 'x',
  longUrl: 'http://localhost:3000/x',
  screenName: 'x',
  businessName: 'x',
  nmlsId: '1',
  versionType: 'carte',
  tour: 'first',
  'v1.readAnalytics kind': 'views',
  'v1.readAnalytics from': '2036-06-01',
  'v1.readAnalytics to': '2036-06-15',
  'releases.latest version': '1.0.0',
  'releases.picture id': 'x',
  'reviews.agent id': 'x',
  'reviews.agentFallback id': 'x',
  returnUrl: '/account',
  submissionId: randomUUID(),
}

/** Examples that cannot be derived from the schema. */
const special: Partial<Record<string, (ids: Ids) => object>> = {
  'accounts.addPasskey': () => ({ answer: { id: 'c1', type: 'public-key' }, name: 'x' }),
  'accounts.requestEmailChange': () => ({ email: 'ada@new.example' }),
  'admin.checkAddress': () => ({ address: 'http://127.0.0.1:9' }),
  'cards.updateSettings': () => ({ updateType: 0, setting: 'ShowName', value: false }),
  'cards.updateApplicationSettings': () => ({ updateType: 0, setting: 'language', value: 'en' }),
  'cards.updateLocationSettings': () => ({ address: 'x', lat: 1, lng: 1 }),
  'cards.saveDraft': () => ({ changes: { title: 'Stolen' } }),
  'v1.createWebhook': () => ({ url: 'https://hooks.example.com/x', types: ['contact.created'] }),
  'contacts.labelSeveral': () => ({ tags: ['x'] }),
  'contacts.labelMatching': (ids) => ({ ...onlyContact(ids), tags: ['x'] }),
  'contacts.eraseMatching': (ids) => onlyContact(ids),
  'v1.createContact': () => ({ name: 'Ada' }),
  'v1.changeContact': () => ({ note: 'Called.' }),
  'accessKeys.create': () => ({ name: 'x', scopes: ['contacts:read'], expiresAt: null }),
  'connections.create': () => ({ url: 'https://hooks.example.com/x', types: ['contact.created'] }),
  'visits.report': () => ({
    DateRanges: [{ StartDate: '7daysAgo', EndDate: 'today' }],
    Dimensions: [{ Name: 'customEvent:platform_used' }],
    Metrics: [{ Name: 'eventCount' }],
  }),
  'billing.subscribe': () => ({ customer: someCustomer, plan: { plan_code: 'PRO' }, redirect_url: '/' }),
  'billing.manage': () => ({ act: 'cancel', redirect_url: '/' }),
  'push.subscribe': (ids) => ({ enabled: true, topics: [], token: tokenOf(ids) }),
  'push.subscription': (ids) => ({ token: tokenOf(ids) }),
}

const onlyContact = ({ contact }: Ids) => ({ count: 1, digest: digestOf([contact]) })
const tokenOf = ({ endpoint }: Ids) => ({ endpoint, keys: { p256dh: publicKey, auth: 'tBHItJI5svbpez7KI4CCXg' } })
const publicKey = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

const somewhere = { attention: '', street: 'Street 1', city: 'Town', state: 'State', country: 'US', zip: '04101', fax: '' }
const someCustomer = {
  first_name: 'Some',
  last_name: 'Body',
  display_name: '',
  email: 'somebody@example.com',
  company_name: 'Company',
  phone: '1',
  mobile: '1',
  billing_address: somewhere,
  shipping_address: somewhere,
}

type Looks = { idAt: (part: string) => string | null }

function objectOf(schema: JsonSchema, looks: Looks): object {
  const made = example(schema, '', looks)
  return typeof made === 'object' && made !== null ? made : {}
}

function example(schema: JsonSchema, part: string, looks: Looks): unknown {
  const one = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (one) return example(one, part, looks)
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    // Optional fields are omitted, except ids.
    const wanted = fields.filter(([name]) => schema.required?.includes(name) || looks.idAt(name) !== null)
    return Object.fromEntries(wanted.map(([name, inner]) => [name, example(inner, name, looks)]))
  }
  const id = looks.idAt(part)
  if (schema.type === 'array') return id === null ? [] : [id]
  if (id !== null) return id
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.format === 'uuid') return randomUUID()
  return schema.format === 'email' ? 'somebody@example.com' : 'Somebody'
}

/** These ids, with those of some kinds replaced by another owner's. */
export const mixed = (own: Ids, others: Ids, foreign: readonly Kind[]): Ids => ({
  ...own,
  ...Object.fromEntries(foreign.map((kind) => [kind, others[kind]])),
})
