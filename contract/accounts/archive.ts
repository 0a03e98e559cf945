import { z } from 'zod'
import { accessKeyNameMax, accessKeysMax, scopes } from '../access-key-choices.ts'
import { labelsMax, tagLettersMax } from '../constants.ts'
import { Customer, invoiceStates } from '../billing/billing.ts'
import { connectionNameMax, connectionsMax, connectionUrlMax, eventTypes, presets } from '../connection-choices.ts'
import { CardFields } from '../cards/stored-card.ts'
import { Alias, VersionName } from '../cards/cards.ts'
import { OwnerNote } from '../contacts.ts'
import { draftKeys } from '../cards/drafts.ts'
import { offerCodes } from '../billing/plans.ts'
import { visitSources } from '../visit-sources.ts'
import { moment } from '../values.ts'

/** The data archive of an owner: a schema for each of its parts. `schema.json` in it is generated from this. */
export const archiveVersion = 1

/** An archive contains every row. This only bounds what a forged file can contain. */
const rowsMax = 100_000

const day = z.iso.date().refine((text) => !text.startsWith('0000'))
const text = (most: number) => z.string().max(most)

export const ArchiveHead = z.object({
  kind: z.literal('carte-archive'),
  formatVersion: z.literal(archiveVersion),
  productVersion: text(40),
  madeOn: day,
  cards: z.array(Alias).max(rowsMax),
})
export type ArchiveHead = z.output<typeof ArchiveHead>

/** An address that the mail server refused permanently. For the owner to read; never imported. */
const ArchivedRejection = z.object({ address: text(320), answer: text(300), count: z.int32(), firstAt: moment, lastAt: moment })
export type ArchivedRejection = z.output<typeof ArchivedRejection>

/** Never contains hashes, tokens or keys. */
export const ArchivedAccount = z.object({
  email: z.email().max(254),
  name: text(400),
  language: text(20),
  createdAt: moment,
  emailVerifiedAt: moment.nullable(),
  hasPassword: z.boolean(),
  passkeys: z.array(z.object({ name: text(200), createdAt: moment, usedOn: day.nullable() })).max(100),
  providers: z.array(z.object({ issuer: text(2000), createdAt: moment })).max(100),
  sessions: z
    .array(z.object({ device: text(400), loginMethod: text(20), signedInAt: moment, lastUsedOn: day, endsAt: moment }))
    .max(rowsMax),
  mailRejection: ArchivedRejection.nullable().optional(),
  /** Requested, and not confirmed. */
  emailChange: z
    .object({ newEmail: z.email().max(254), requestedAt: moment })
    .nullable()
    .optional(),
})
export type ArchivedAccount = z.output<typeof ArchivedAccount>

/** Fields that an administrator sets are not imported elsewhere. */
const adminFields = { grantedRights: true, revokedRights: true, isCardDisabled: true } as const

const ArchivedService = z.strictObject({
  gradeServiceId: z.int32().positive(),
  directLink: text(2000),
  capabilities: z.int32().min(0).max(255).nullable(),
  weight: z.int32().nullable(),
  ignoreService: z.boolean(),
})
const ArchivedComponent = z.strictObject({
  gradeServiceId: z.int32().positive(),
  gradeComponentId: z.int32().positive(),
  currentValue: text(2000),
})

/** Who pays, for what, and what was charged. For the owner to read; never imported. */
export const ArchivedBilling = z.object({
  customer: Customer.nullable(),
  subscription: z
    .object({
      plan: z.enum(offerCodes),
      state: text(20),
      trialEndsAt: moment.nullable(),
      paidUntil: moment.nullable(),
      cancelAt: moment.nullable(),
      provider: text(40),
    })
    .nullable(),
  orders: z.array(z.object({ plan: z.enum(offerCodes), state: text(20), at: moment })).max(2000),
  invoices: z
    .array(
      z.object({
        number: text(200),
        at: moment,
        state: z.enum(invoiceStates),
        plan: z.enum(offerCodes),
        amount: z.int32().describe('In the smallest currency unit'),
        refunded: z.int32(),
        currency: text(3),
        from: moment.nullable(),
        until: moment.nullable(),
        url: text(2000),
        customer: Customer.nullable(),
      }),
    )
    .max(2000),
})
export type ArchivedBilling = z.output<typeof ArchivedBilling>

export const ArchivedCard = z.object({
  alias: Alias,
  createdAt: moment,
  updatedAt: moment,
  fields: CardFields.omit(adminFields),
  plan: z.object({ name: text(20), isTrial: z.boolean(), trialDays: z.int32() }),
  services: z.array(ArchivedService).max(200),
  components: z.array(ArchivedComponent).max(500),
  versions: z.array(z.strictObject({ name: VersionName, overrides: CardFields.omit(adminFields) })).max(rowsMax),
  /** By key, complete or not. */
  draft: z.partialRecord(z.enum(draftKeys), z.json()).nullable(),
  labels: z.array(text(tagLettersMax)).max(labelsMax),
  devices: z
    .array(
      z.object({
        device: text(120),
        enabled: z.boolean(),
        updatedAt: moment,
        topics: z.array(z.object({ topic: text(60), enabled: z.boolean() })),
      }),
    )
    .max(200),
  shortLinks: z.array(z.object({ code: text(60), longUrl: text(2000), createdAt: moment })).max(rowsMax),
  /** For the owner to read; never imported. */
  connections: z
    .array(
      z.object({
        preset: z.enum(presets),
        name: text(connectionNameMax),
        url: text(connectionUrlMax),
        types: z.array(z.enum(eventTypes)),
        isFull: z.boolean(),
        isOn: z.boolean(),
        createdAt: moment,
      }),
    )
    .max(connectionsMax)
    .optional(),
  /** For the owner to read; never imported. */
  accessKeys: z
    .array(
      z.object({
        name: text(accessKeyNameMax),
        start: text(20),
        scopes: z.array(z.enum(scopes)),
        createdAt: moment,
        lastUsedOn: day.nullable(),
        expiresAt: moment.nullable(),
      }),
    )
    .max(accessKeysMax)
    .optional(),
  billing: ArchivedBilling.optional(),
  mailRejections: z.array(ArchivedRejection).max(rowsMax).optional(),
})
export type ArchivedCard = z.output<typeof ArchivedCard>

const fields = {
  name: text(400),
  lastName: text(400),
  emailAddress: text(254),
  phoneNumber: text(400),
  title: text(400),
  companyName: text(400),
  address: text(400),
  city: text(400),
  state: text(400),
  zip: text(400),
  notes: text(8000),
}
export const ArchivedContact = z.strictObject({
  source: z.enum(['form', 'hand', 'import']),
  via: z.enum(visitSources).nullable().default(null),
  ...fields,
  fullName: text(800),
  tags: z.array(text(400)).max(100),
  ownerNotes: z.array(OwnerNote).max(2000),
  viewed: z.boolean(),
  isQuarantined: z.boolean(),
  dateCreated: moment,
  hasOwnDate: z.boolean().default(false),
  editedAt: moment.nullable().default(null),
  /** What the contact was before the owner's first edit. */
  original: z.strictObject(fields).nullable().default(null),
  consent: z
    .strictObject({ wording: text(4000), wordingVersion: text(40), language: text(20), page: text(2000), agreedAt: moment })
    .nullable(),
})
export type ArchivedContact = z.output<typeof ArchivedContact>

/** How often an event happened on a day. */
export const ArchivedDay = z.strictObject({
  day,
  name: text(60),
  dimension: text(60),
  value: text(200),
  count: z.int32().nonnegative(),
})
export type ArchivedDay = z.output<typeof ArchivedDay>
