import { z } from 'zod'
import { draftNames } from './card-fields.ts'
import { Alias, CardSubscription, SuccessAnswer, VersionName } from './cards.ts'
import { endpoint } from '../endpoint.ts'
import { CardFields, fieldsWritten } from './stored-card.ts'
import { uuid } from '../values.ts'

/** Pictures of a card by what they show. */
export const pictureKinds = ['profile', 'cutout', 'logo', 'background', 'card'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** A picture that was uploaded, named by its content. */
export const DraftPicture = z.strictObject({
  revision: z.string().regex(/^[0-9a-f]{12}$/),
  width: z.int32().positive(),
  height: z.int32().positive(),
})
export type DraftPicture = z.output<typeof DraftPicture>

const link = z.string().trim().max(2000)

/** A service of the fixed list that a card links to. The order of the list is the order on the card. */
export const DraftService = z.strictObject({
  gradeServiceId: z.int32().positive(),
  directLink: link,
  /** Where a review is written; empty where that is the link itself, or nowhere. */
  reviewLink: link,
  ignoreService: z.boolean(),
})
export type DraftService = z.output<typeof DraftService>

/** What an owner does not decide: what the card may do, and whether it was taken down. */
const notOwners = { grantedRights: true, revokedRights: true, isCardDisabled: true, applicationSettings: true, settings: true } as const

export const Overrides = CardFields.omit({ ...notOwners, eCardEnabled: true, experiments: true })
export const DraftVersion = z.strictObject({ name: VersionName, overrides: Overrides })
export type DraftVersion = z.output<typeof DraftVersion>

/**
 * Everything an owner edits, flat: one key is one thing that is changed, undone, saved and published by itself. Two windows
 * that change different keys never meet.
 */
export const DraftFields = z
  .strictObject({
    ...fieldsWritten(draftNames.filter((name) => name !== 'language' && name !== 'services' && name !== 'versions' && name !== 'pictures')),
    language: z.string().max(10).describe('Chosen for everywhere; empty follows the reader'),
    services: z.array(DraftService).max(80),
    versions: z.array(DraftVersion).max(20),
    /** By kind; null takes the picture away. What is not named stays. */
    pictures: z.partialRecord(z.enum(pictureKinds), DraftPicture.nullable()),
  })
  .partial()
export type DraftFields = z.output<typeof DraftFields>
export type DraftKey = keyof DraftFields
export const draftKeys = DraftFields.keyof().options

/**
 * Keys whose value has parts that belong to different people or pages. A part that is not named stays as it is published, and
 * one that is as published is not part of the draft: what My Account changes meanwhile survives. They are answered whole.
 */
export const keysInParts = ['settings.homepage', 'settings.connectClientsSetting', 'pictures'] as const satisfies readonly DraftKey[]

/** A card with all of it decided: what is published. */
export type EditedCard = Required<DraftFields>

export const Fault = z.object({ path: z.string().describe('A key, and what in it: services.2.directLink'), message: z.string() })
export type Fault = z.output<typeof Fault>

/** A kind of service as the catalogue has it. */
export const ServiceKind = z.object({
  gradeServiceId: z.number().int(),
  serviceName: z.string(),
  capabilities: z.number().int(),
})
export type ServiceKind = z.output<typeof ServiceKind>

/** What it holds is checked against `DraftFields`, which tells what is of another kind from what is not finished. */
const anyJson = z.custom<z.output<ReturnType<typeof z.json>>>()

/** Changes by key. They may be half typed: what is wrong with them is said, and they are kept all the same. */
export const DraftChanges = z.partialRecord(z.enum(draftKeys), anyJson)
export type DraftChanges = z.output<typeof DraftChanges>

export const Editor = z.object({
  id: uuid,
  key: z.string(),
  alias: z.string(),
  fullName: z.string(),
  /** The published card's own count. */
  revision: z.number().int(),
  isDisabled: z.boolean().describe('Taken down by the operator'),
  permissions: z.number().int(),
  subscription: CardSubscription,
  published: z.record(z.enum(draftKeys), anyJson).describe('Everything as visitors see it now'),
  draft: z.object({
    revision: z.number().int(),
    savedAt: z.iso.datetime().nullable(),
    fields: DraftChanges.describe('What differs from the published card'),
    faults: z.array(Fault),
  }),
  serviceKinds: z.array(ServiceKind),
})
export type EditorAnswer = z.output<typeof Editor>

const named = { alias: Alias, revision: z.int32().nonnegative().describe('Of the draft that this follows') }
const Saved = z.object({ revision: z.number().int(), savedAt: z.iso.datetime(), faults: z.array(Fault) })

export const drafts = {
  'cards.editor': endpoint('cards.editor', {
    summary: 'One’s own card for editing: what is published, what is drafted, what there is to choose from. Also of a card that is off.',
    access: 'owner',
    params: z.object({ alias: Alias }),
    output: Editor,
    problems: ['not-signed-in', 'card-not-found'],
  }),
  'cards.saveDraft': endpoint('cards.saveDraft', {
    summary: 'Keeps changes as a draft, finished or not. 409 where another window saved in between.',
    access: 'owner',
    input: z.object({ ...named, changes: DraftChanges, removed: z.array(z.enum(draftKeys)).max(120).default([]) }),
    output: Saved,
    problems: ['not-signed-in', 'card-not-found', 'conflict', 'input-invalid', 'csrf-header-missing'],
  }),
  'cards.publishDraft': endpoint('cards.publishDraft', {
    summary: 'Makes the draft what visitors see. All of it or, where something in it is wrong, nothing.',
    access: 'owner',
    input: z.object(named),
    output: SuccessAnswer.extend({ revision: z.number().int().describe('Of the draft, which is empty now') }),
    problems: ['not-signed-in', 'card-not-found', 'conflict', 'input-invalid', 'csrf-header-missing'],
  }),
  'cards.discardDraft': endpoint('cards.discardDraft', {
    summary: 'Throws the draft away: the editor shows what is published.',
    access: 'owner',
    input: z.object(named),
    output: SuccessAnswer.extend({ revision: z.number().int() }),
    problems: ['not-signed-in', 'card-not-found', 'conflict', 'csrf-header-missing'],
  }),
}
