import { z } from 'zod'
import { Alias, SuccessAnswer } from './cards/cards.ts'
import {
  connectionNameMax,
  attentions,
  connectionUrlMax,
  crmKeyMax,
  deliveryStates,
  eventTypes,
  noAnswerReasons,
  presets,
  type crmTypes,
  urlIssues,
} from './connection-choices.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './values.ts'
import { issueCode } from './input-issues.ts'

export type EventType = (typeof eventTypes)[number]
export type Preset = (typeof presets)[number]
export type CrmPreset = keyof typeof crmTypes
export type NoAnswerReason = (typeof noAnswerReasons)[number]
export type UrlIssue = (typeof urlIssues)[number]
export type Attention = (typeof attentions)[number]
export type DeliveryState = (typeof deliveryStates)[number]

const time = z.iso.datetime()

/** A contact as a connection receives it. Without `isFull` it has only the id, the name and the source. */
const EventContact = z.object({
  id: uuid,
  fullName: z.string(),
  source: z.enum(['form', 'hand', 'import']),
  name: z.string().optional(),
  lastName: z.string().optional(),
  emailAddress: z.string().optional(),
  phoneNumber: z.string().optional(),
  title: z.string().optional(),
  companyName: z.string().optional(),
  address: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  zip: z.string().optional(),
  notes: z.string().optional().describe('What the visitor wrote'),
  tags: z.array(z.string()).optional(),
  dateCreated: time.optional(),
  original: z
    .object({ emailAddress: z.string(), phoneNumber: z.string() })
    .optional()
    .describe('What they were before the owner edited them: a system may know the contact by these'),
})
export type EventContact = z.output<typeof EventContact>

const card = z.object({ alias: z.string() })
const consent = z.object({ contactId: uuid, version: z.string(), at: time })

/** The data of each event. These are the schemas under `webhooks` in /openapi.json. */
export const eventData = {
  'contact.created': z.object({ card, contact: EventContact }),
  'contact.updated': z.object({ card, contact: EventContact }),
  'contact.erased': z.object({ card, contact: z.object({ id: uuid }) }),
  'consent.given': z.object({ card, consent }),
  'consent.withdrawn': z.object({ card, consent: z.object({ contactId: uuid }) }),
  'card.published': z.object({ card }),
  'review.received': z.object({ card, review: z.object({ source: z.string(), rating: z.number().nullable(), reviewer: z.string() }) }),
  'short_link.followed': z.object({ card, link: z.object({ url: z.string(), day: z.iso.date(), count: z.number().int() }) }),
  'webhook.test': z.object({ card, message: z.string() }),
} satisfies Record<EventType, z.ZodObject>
export type EventData = { [T in EventType]: z.output<(typeof eventData)[T]> }

/** The body of a request to a connection, by the Standard Webhooks specification. */
export const WebhookBody = z.object({ type: z.enum(eventTypes), timestamp: time, data: z.looseObject({}) })

export const Delivery = z.object({
  eventId: uuid,
  type: z.enum(eventTypes),
  subject: z.string().describe('Whom or what it is about, such as the contact’s name'),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  createdAt: time,
  triedAt: time.nullable(),
  nextAt: time.nullable().describe('When it is tried next; null unless it is waiting'),
  status: z.number().int().nullable().describe('The status of the last answer; null if there was none'),
  tookMs: z.number().int().nullable(),
  answer: z.string().describe('The beginning of the last answer'),
  reason: z.enum(noAnswerReasons).nullable().describe('Why there was no answer the last time'),
})
export type Delivery = z.output<typeof Delivery>

export const Connection = z.object({
  id: uuid,
  preset: z.enum(presets),
  name: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)),
  isFull: z.boolean().describe('Whether contacts are sent with everything, or only with id, name and source'),
  isOn: z.boolean(),
  offReason: z
    .enum(['owner', 'gone', 'failing', 'host'])
    .nullable()
    .describe(
      'Why it is off: switched off by the owner, by an answer of 410, after the last attempt failed, or by the administrator for its host',
    ),
  offAt: time.nullable(),
  failingSince: time.nullable(),
  attention: z.enum(attentions).nullable().describe('What a CRM needs before it takes contacts: a key, or its source restored'),
  secretEnd: z.string().describe('The last four characters of the signing secret, or of the key of a CRM'),
  secretAt: time,
  createdAt: time,
  sentCount: z.number().int().describe('Within 30 days'),
  waitingCount: z.number().int(),
  failedCount: z.number().int(),
  nextAt: time.nullable(),
  latest: z.array(z.enum(deliveryStates)).describe('The states of the last 24 deliveries, oldest first'),
  lastSent: Delivery.nullable(),
  lastTried: Delivery.nullable(),
})
export type Connection = z.output<typeof Connection>

/** The outcome of one attempt. */
export const TestOutcome = z.object({
  isSent: z.boolean(),
  status: z.number().int().nullable(),
  tookMs: z.number().int(),
  answer: z.string().describe('The beginning of the answer'),
  reason: z.enum(noAnswerReasons).nullable().describe('Why there was none'),
})
export type TestOutcome = z.output<typeof TestOutcome>

const problems = ['not-logged-in', 'card-not-found'] as const
const ofOne = z.object({ alias: Alias, id: uuid })
const name = z.string().trim().min(1).max(connectionNameMax)
/** `webhook.test` isn’t chosen: every connection receives its own tests. */
const types = z.array(z.enum(eventTypes).exclude(['webhook.test'])).min(1, issueCode('noneChosen'))
const secret = z.string().describe('The signing secret, which is shown once; empty for a CRM')
const apiKey = z.string().trim().max(crmKeyMax, issueCode('apiKeyTooLong'))

export const connections = {
  'connections.list': endpoint('connections.list', {
    summary: 'Lists the connections of your card.',
    access: 'owner',
    query: z.object({ alias: Alias }),
    output: z.array(Connection),
    problems,
  }),
  'connections.failing': endpoint('connections.failing', {
    summary: 'Lists the connections of your card that need you: those that fail, and those that Carte switched off.',
    access: 'owner',
    query: z.object({ alias: Alias }),
    output: z.array(z.object({ id: uuid, name: z.string() })),
    problems,
  }),
  'connections.read': endpoint('connections.read', {
    summary: 'Returns a connection and a page of its deliveries, newest first.',
    access: 'owner',
    params: ofOne,
    query: z.object({ state: z.enum(deliveryStates).optional(), before: uuid.optional().describe('The last event of the previous page') }),
    output: z.object({ connection: Connection, deliveries: z.array(Delivery), hasMore: z.boolean() }),
    problems: [...problems, 'not-found'],
  }),
  'connections.create': endpoint('connections.create', {
    summary:
      'Adds a connection: events of your card are sent to its address, signed, or to a CRM with your key there. At most 20 per card. Requires a recent login.',
    access: 'owner',
    limit: { per: 'account', count: 30, windowSeconds: 3600 },
    input: z.object({
      alias: Alias,
      preset: z.enum(presets),
      name,
      url: z.string().trim().max(connectionUrlMax, issueCode('addressTooLong')).optional().describe('Not for a CRM'),
      apiKey: apiKey.optional().describe('Only for a CRM: your API key or access token there'),
      types: types.optional().describe('Not for a CRM, which is sent new contacts and, where it has labels, changed ones'),
      isFull: z.boolean().default(true),
    }),
    output: z.object({ id: uuid, secret }),
    problems: [...problems, 'recent-login-required', 'connection-limit', 'input-invalid'],
    codes: ['connected', ...urlIssues, 'form', 'refused'],
  }),
  'connections.update': endpoint('connections.update', {
    summary: 'Changes a connection, or switches it on or off.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 60 },
    input: ofOne.extend({
      name: name.optional(),
      types: types.optional(),
      isFull: z.boolean().optional(),
      isOn: z.boolean().optional(),
      sendMissed: z.boolean().optional().describe('When switching on: also send what it missed within 30 days'),
    }),
    output: SuccessAnswer,
    problems: [...problems, 'not-found', 'input-invalid'],
    codes: ['off', 'crmTypesFixed'],
  }),
  'connections.remove': endpoint('connections.remove', {
    summary: 'Removes a connection and its list of deliveries.',
    access: 'owner',
    input: ofOne,
    output: SuccessAnswer,
    problems: [...problems, 'not-found'],
  }),
  'connections.replaceSecret': endpoint('connections.replaceSecret', {
    summary: 'Replaces the signing secret. For a day requests are signed with both.',
    access: 'owner',
    limit: { per: 'account', count: 30, windowSeconds: 3600 },
    input: ofOne,
    output: z.object({ secret }),
    problems: [...problems, 'not-found', 'conflict'],
  }),
  'connections.replaceKey': endpoint('connections.replaceKey', {
    summary: 'Replaces your key at a CRM, and sends what waits or failed. Requires a recent login.',
    access: 'owner',
    limit: { per: 'account', count: 30, windowSeconds: 3600 },
    input: ofOne.extend({ apiKey }),
    output: SuccessAnswer,
    problems: [...problems, 'recent-login-required', 'not-found', 'conflict', 'input-invalid'],
    codes: ['form', 'refused', 'off'],
  }),
  'connections.test': endpoint('connections.test', {
    summary: 'Sends a test event and waits for the answer, up to 15 seconds. At a CRM it checks the key, and adds nothing.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 600 },
    input: ofOne,
    output: TestOutcome,
    problems: [...problems, 'not-found'],
  }),
  'connections.resend': endpoint('connections.resend', {
    summary: 'Sends an event again, or everything that is waiting or failed.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 60 },
    input: ofOne.extend({ eventId: uuid.optional() }),
    output: SuccessAnswer.extend({ count: z.number().int() }),
    problems: [...problems, 'not-found', 'conflict'],
  }),
  'connections.event': endpoint('connections.event', {
    summary: 'Returns the body that a connection was sent for an event.',
    access: 'owner',
    params: ofOne.extend({ eventId: uuid }),
    output: z.object({ body: z.string() }),
    problems: [...problems, 'not-found'],
  }),
  'connections.ofContact': endpoint('connections.ofContact', {
    summary: 'Lists where a contact was sent.',
    access: 'owner',
    params: z.object({ alias: Alias, contactId: uuid }),
    output: z.array(Delivery.extend({ connection: z.object({ id: uuid, name: z.string(), preset: z.enum(presets) }) })),
    problems,
  }),
}
