import { z } from 'zod'
import { draftIssueCodes } from './cards/draft-issues.ts'
import { drafts, DraftChanges, DraftIssue } from './cards/drafts.ts'
import { eventTypes, presets, urlIssues } from './connection-choices.ts'
import { tagLettersMax } from './constants.ts'
import { Connection, connections, TestOutcome, WebhookBody } from './connections.ts'
import { ConnectedClient, ContactEdit, NewContact } from './contacts.ts'
import { defaultLimits, endpoint, type Limit } from './endpoint.ts'
import { uuid } from './values.ts'
import { issueCode } from './input-issues.ts'

/** Besides the limit of every call: what the owner’s page may do, for all keys of the card together, because a card can have many. */
const withLimit = (count: number, windowSeconds: number): Limit[] => [defaultLimits.key, { per: 'keys', count, windowSeconds }]

/** The REST interface for programs, described in docs/api.md. A key is for one card, so no call names it. */

/** A contact, with the names that events use. */
export const ApiContact = ConnectedClient.omit({ tags: true, ownerNotes: true }).extend({
  tags: z.array(z.string()).describe('Labels'),
  ownerNotes: z.array(z.object({ createdAt: z.iso.datetime(), text: z.string() })),
})
export type ApiContact = z.output<typeof ApiContact>

/** The body that connections receive, with the event’s id. */
export const ApiEvent = WebhookBody.extend({ id: uuid })
export type ApiEvent = z.output<typeof ApiEvent>

export const ApiWebhook = Connection.pick({
  id: true,
  name: true,
  url: true,
  types: true,
  isFull: true,
  isOn: true,
  offReason: true,
  failingSince: true,
  createdAt: true,
}).extend({ preset: z.enum(presets) })
export type ApiWebhook = z.output<typeof ApiWebhook>

const limit = z.coerce.number().int().min(1).max(100).default(50)
const nextCursor = z.string().nullable().describe('For the next page; null on the last')
const cursor = z.string().max(200).optional().describe('The `nextCursor` of the previous page')
const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), nextCursor })
const one = z.object({ id: uuid })
/** Years 1000 to 2999, as analytics take them. */
const day = z.iso.date().regex(/^[12]/)

const { types, url, isFull } = connections['connections.create'].input.shape
const { changes, removed, revision } = drafts['cards.saveDraft'].input.shape
/** Zapier sends `targetUrl` and one `event`. */
const NewWebhook = z
  .object({
    url,
    targetUrl: url,
    types,
    event: types.unwrap().element.optional(),
    name: z.string().trim().min(1).max(80).optional(),
    isFull,
  })
  .refine((input) => input.url ?? input.targetUrl, { path: ['url'], error: issueCode('urlMissing') })
  .refine((input) => input.types ?? input.event, { path: ['types'], error: issueCode('typesMissing') })
export type NewWebhook = z.output<typeof NewWebhook>

const fields = NewContact.omit({ alias: true, submissionId: true })

/** What analytics count, and the parameter that it is split by. */
export const analyticsKinds = {
  views: 'platform_used',
  pages: 'page_name',
  clicks: 'homepage_click',
  shares: 'share_{product}_location',
} as const
const analyticsNames = Object.keys(analyticsKinds) as (keyof typeof analyticsKinds)[]

export const rest = {
  'v1.listContacts': endpoint('v1.listContacts', {
    summary: 'Lists contacts, newest first. Those held for review are left out.',
    access: 'key',
    scope: 'contacts:read',
    query: z.object({
      limit,
      cursor,
      search: z.string().max(200).optional().describe('A part of the name, company, email or phone number'),
      tag: z.string().max(tagLettersMax).optional().describe('A label'),
    }),
    output: listOf(ApiContact),
    problems: ['input-invalid'],
    codes: ['cursorInvalid'],
  }),
  'v1.readContact': endpoint('v1.readContact', {
    summary: 'Returns a contact.',
    access: 'key',
    scope: 'contacts:read',
    params: one,
    output: ApiContact,
    problems: ['not-found'],
  }),
  'v1.createContact': endpoint('v1.createContact', {
    summary: 'Adds a contact, as if the owner had entered it.',
    access: 'key',
    scope: 'contacts:write',
    limit: withLimit(60, 60),
    input: z.strictObject(fields.shape),
    output: ApiContact,
    problems: ['input-invalid'],
    codes: ['labelsTooMany'],
  }),
  'v1.changeContact': endpoint('v1.changeContact', {
    summary: 'Edits the fields of a contact, replaces its labels, or adds a note.',
    access: 'key',
    scope: 'contacts:write',
    limit: withLimit(300, 60),
    params: one,
    input: z
      .strictObject({
        ...ContactEdit.shape,
        revision: z.int32().optional().describe('Answers 409 if its fields were edited since that revision'),
        tags: fields.shape.tags.unwrap().optional(),
        note: z.string().trim().min(1).max(4000).optional().describe('Added to the owner’s notes'),
      })
      .refine((input) => Object.keys(input).some((name) => name !== 'revision'), {
        path: ['tags'],
        error: issueCode('changeMissing'),
      }),
    output: ApiContact,
    problems: ['not-found', 'not-allowed', 'conflict', 'input-invalid'],
    codes: ['labelsTooMany', 'notesTooMany'],
  }),
  'v1.eraseContact': endpoint('v1.eraseContact', {
    summary: 'Permanently deletes a contact and everything that belongs to it.',
    access: 'key',
    scope: 'contacts:erase',
    limit: withLimit(300, 60),
    params: one,
    output: { status: 204 },
    problems: ['not-found'],
  }),
  'v1.readCard': endpoint('v1.readCard', {
    summary: 'Returns the card: published values and draft.',
    access: 'key',
    scope: 'card:read',
    output: z.object({
      id: uuid,
      alias: z.string(),
      fullName: z.string(),
      isDisabled: z.boolean().describe('Taken down by an administrator'),
      published: DraftChanges,
      draft: z.object({
        revision: z.number().int(),
        savedAt: z.iso.datetime().nullable(),
        fields: DraftChanges.describe('What differs from the published card'),
        issues: z.array(DraftIssue),
      }),
    }),
    problems: ['card-not-found'],
  }),
  'v1.saveDraft': endpoint('v1.saveDraft', {
    summary: 'Saves changes to the draft. Answers 409 if it changed since that revision.',
    access: 'key',
    scope: 'card:write',
    limit: withLimit(300, 60),
    input: z.strictObject({ revision, changes: changes.default({}), removed }),
    output: drafts['cards.saveDraft'].output,
    problems: ['card-not-found', 'conflict', 'input-invalid'],
    codes: ['draftTooLarge'],
  }),
  'v1.publishCard': endpoint('v1.publishCard', {
    summary: 'Publishes the whole draft, or nothing if any of it is invalid.',
    access: 'key',
    scope: 'card:write',
    limit: withLimit(300, 60),
    input: z.strictObject({ revision }),
    output: z.object({ revision: z.number().int().describe('The revision of the draft, now empty') }),
    problems: ['card-not-found', 'conflict', 'input-invalid'],
    codes: draftIssueCodes,
  }),
  'v1.listEvents': endpoint('v1.listEvents', {
    summary: 'Lists the events of the last 30 days with everything they contain, newest first.',
    access: 'key',
    scope: 'events:read',
    query: z.object({
      limit,
      cursor: uuid.optional().describe('The `nextCursor` of the previous page'),
      type: z.enum(eventTypes).optional(),
    }),
    output: listOf(ApiEvent),
    problems: ['input-invalid'],
  }),
  'v1.replayEvent': endpoint('v1.replayEvent', {
    summary: 'Sends an event again to one webhook, or to all that listen to it.',
    access: 'key',
    scope: 'webhooks:write',
    limit: withLimit(60, 60),
    params: one,
    input: z.strictObject({ webhookId: uuid.optional() }),
    output: z.object({ count: z.number().int().describe('To how many it is sent') }),
    problems: ['not-found', 'conflict'],
  }),
  'v1.listWebhooks': endpoint('v1.listWebhooks', {
    summary: 'Lists the connections of the card, without their signing secrets.',
    access: 'key',
    scope: 'webhooks:write',
    output: z.object({ data: z.array(ApiWebhook) }),
    problems: [],
  }),
  'v1.createWebhook': endpoint('v1.createWebhook', {
    summary: 'Adds a connection. Takes `url` and `types`, or Zapier’s `targetUrl` and `event`.',
    access: 'key',
    scope: 'webhooks:write',
    limit: withLimit(30, 3600),
    input: NewWebhook,
    output: ApiWebhook.pick({ id: true, url: true, types: true }).extend({
      secret: z.string().describe('The signing secret, which is shown once'),
    }),
    problems: ['connection-limit', 'input-invalid'],
    codes: urlIssues,
  }),
  'v1.removeWebhook': endpoint('v1.removeWebhook', {
    summary: 'Removes a connection and its list of deliveries.',
    access: 'key',
    scope: 'webhooks:write',
    limit: withLimit(300, 60),
    params: one,
    output: { status: 204 },
    problems: ['not-found'],
  }),
  'v1.testWebhook': endpoint('v1.testWebhook', {
    summary: 'Sends a test event and waits for the answer, up to 15 seconds.',
    access: 'key',
    scope: 'webhooks:write',
    limit: withLimit(20, 600),
    params: one,
    output: TestOutcome,
    problems: ['not-found'],
  }),
  'v1.readAnalytics': endpoint('v1.readAnalytics', {
    summary: 'Returns counts by day. The free plan includes views, for 14 days.',
    access: 'key',
    scope: 'analytics:read',
    limit: withLimit(120, 60),
    query: z.object({
      from: day,
      to: day,
      kind: z.enum(analyticsNames).default('views'),
      timeZone: z.string().max(60).optional().describe('Such as America/New_York; defaults to UTC'),
    }),
    output: z.object({
      timeZone: z.string(),
      data: z.array(
        z.object({
          day: z.iso.date(),
          value: z.string().describe('Such as the page, or where the link was clicked'),
          count: z.number().int(),
        }),
      ),
    }),
    problems: ['not-allowed', 'input-invalid'],
    codes: ['endBeforeStart', 'timeZoneUnknown', 'rangeTooLong'],
  }),
}
