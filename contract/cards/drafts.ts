import { z } from 'zod'
import { draftNames } from './card-fields.ts'
import { draftIssueCodes } from './draft-issues.ts'
import { Alias, CardSubscription, SuccessAnswer, VersionName } from './cards.ts'
import { endpoint } from '../endpoint.ts'
import { CardFields, fieldsWritten } from './stored-card.ts'
import { IssueValues, uuid } from '../values.ts'

/** The pictures of a card. */
export const pictureKinds = ['profile', 'cutout', 'logo', 'background', 'card'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** An uploaded picture; the revision is a hash of its content. */
export const DraftPicture = z.strictObject({
  revision: z.string().regex(/^[0-9a-f]{12}$/),
  width: z.int32().positive(),
  height: z.int32().positive(),
})
export type DraftPicture = z.output<typeof DraftPicture>

const link = z.string().trim().max(2000)

/** A catalog service that a card links to. The order of the list is the order on the card. */
export const DraftService = z.strictObject({
  gradeServiceId: z.int32().positive(),
  directLink: link,
  /** Where to write a review; empty if that's the link itself or there is none. */
  reviewLink: link,
  ignoreService: z.boolean(),
})
export type DraftService = z.output<typeof DraftService>

/** Fields a version can't override: permissions and takedowns are the administrator's, the rest belongs to the whole card. */
export const Overrides = CardFields.omit({
  grantedRights: true,
  revokedRights: true,
  isCardDisabled: true,
  applicationSettings: true,
  settings: true,
  eCardEnabled: true,
  experiments: true,
})
export const DraftVersion = z.strictObject({ name: VersionName, overrides: Overrides })
export type DraftVersion = z.output<typeof DraftVersion>

/**
 * Everything an owner edits, as flat keys. Each key is changed, undone, saved and published by itself, so two windows that change
 * different keys never conflict.
 */
export const DraftFields = z
  .strictObject({
    ...fieldsWritten(draftNames.filter((name) => name !== 'language' && name !== 'services' && name !== 'versions' && name !== 'pictures')),
    language: z.string().max(10).describe('The card’s fixed language; empty follows the reader'),
    services: z.array(DraftService).max(80),
    versions: z.array(DraftVersion).max(20),
    /** By kind; null removes the picture. Kinds not listed stay. */
    pictures: z.partialRecord(z.enum(pictureKinds), DraftPicture.nullable()),
  })
  .partial()
export type DraftFields = z.output<typeof DraftFields>
export type DraftKey = keyof DraftFields
export const draftKeys = DraftFields.keyof().options

/**
 * Keys whose value has parts that other pages change too. A draft contains only the parts that differ from the published card, so that
 * changes from My Account survive; responses contain the whole value.
 */
export const mergedKeys = ['settings.homepage', 'settings.connectClientsSetting', 'pictures'] as const satisfies readonly DraftKey[]

/** All editable fields of a published card. */
export type EditedCard = Required<DraftFields>

export const DraftIssue = z.object({
  path: z.string().describe('A key and the path inside it: services.2.directLink'),
  code: z.enum(draftIssueCodes),
  values: IssueValues,
  message: z.string().describe('The sentence in English'),
})
export type DraftIssue = z.output<typeof DraftIssue>

/** A service of the catalog. */
export const ServiceKind = z.object({
  gradeServiceId: z.number().int(),
  serviceName: z.string(),
  capabilities: z.number().int(),
})
export type ServiceKind = z.output<typeof ServiceKind>

/** Checked against `DraftFields` afterwards, which tells a wrong type from an unfinished value. */
const anyJson = z.custom<z.output<ReturnType<typeof z.json>>>()

/** Changes by key. Unfinished values are saved too, with their issues in the response. */
export const DraftChanges = z.partialRecord(z.enum(draftKeys), anyJson)
export type DraftChanges = z.output<typeof DraftChanges>

export const Editor = z.object({
  id: uuid,
  key: z.string(),
  alias: z.string(),
  fullName: z.string(),
  /** The revision of the published card. */
  revision: z.number().int(),
  isDisabled: z.boolean().describe('Taken down by an administrator'),
  permissions: z.number().int(),
  subscription: CardSubscription,
  published: z.record(z.enum(draftKeys), anyJson).describe('The published values'),
  draft: z.object({
    revision: z.number().int(),
    savedAt: z.iso.datetime().nullable(),
    fields: DraftChanges.describe('What differs from the published card'),
    issues: z.array(DraftIssue),
  }),
  serviceKinds: z.array(ServiceKind),
})
export type EditorAnswer = z.output<typeof Editor>

const atRevision = { alias: Alias, revision: z.int32().nonnegative().describe('The draft revision this is based on') }
const Saved = z.object({ revision: z.number().int(), savedAt: z.iso.datetime(), issues: z.array(DraftIssue) })

export const drafts = {
  'cards.editor': endpoint('cards.editor', {
    summary: 'Returns your card for editing: published values, draft and service catalog. Includes cards that are off.',
    access: 'owner',
    params: z.object({ alias: Alias }),
    output: Editor,
    problems: ['not-logged-in', 'card-not-found'],
  }),
  'cards.saveDraft': endpoint('cards.saveDraft', {
    summary: 'Saves changes as a draft, finished or not. Answers 409 if another window saved in between.',
    access: 'owner',
    input: z.object({ ...atRevision, changes: DraftChanges, removed: z.array(z.enum(draftKeys)).max(120).default([]) }),
    output: Saved,
    problems: ['not-logged-in', 'card-not-found', 'conflict', 'input-invalid', 'csrf-header-missing'],
    codes: ['draftTooLarge'],
  }),
  'cards.publishDraft': endpoint('cards.publishDraft', {
    summary: 'Publishes the whole draft, or nothing if any of it is invalid.',
    access: 'owner',
    input: z.object(atRevision),
    output: SuccessAnswer.extend({ revision: z.number().int().describe('The revision of the draft, now empty') }),
    problems: ['not-logged-in', 'card-not-found', 'conflict', 'input-invalid', 'csrf-header-missing'],
    codes: draftIssueCodes,
  }),
  'cards.discardDraft': endpoint('cards.discardDraft', {
    summary: 'Discards the draft; the editor shows the published card.',
    access: 'owner',
    input: z.object(atRevision),
    output: SuccessAnswer.extend({ revision: z.number().int() }),
    problems: ['not-logged-in', 'card-not-found', 'conflict', 'csrf-header-missing'],
  }),
}
