import { z } from 'zod'
import { labelsMax } from '../constants.ts'
import { Customer, invoiceStates } from '../billing/billing.ts'
import { CardFields } from '../cards/stored-card.ts'
import { Alias, VersionName } from '../cards/cards.ts'
import { OwnerNote } from '../contacts.ts'
import { draftKeys } from '../cards/drafts.ts'
import { offerCodes } from '../billing/plans.ts'
import { moment } from '../values.ts'

/** What somebody takes along: one archive, whose every part is described here. `schema.json` in it is made from this. */
export const archiveVersion = 1

/** What one owner may have many of is in their archive to the last row. This only bounds what a forged file can bring. */
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

/** No hash, no token and no key is ever in it. */
export const ArchivedAccount = z.object({
  email: z.email().max(254),
  name: text(400),
  language: text(20),
  createdAt: moment,
  emailVerifiedAt: moment.nullable(),
  hasPassword: z.boolean(),
  passkeys: z.array(z.object({ name: text(200), createdAt: moment, usedOn: day.nullable() })).max(100),
  providers: z.array(z.object({ issuer: text(2000), createdAt: moment })).max(100),
  sessions: z.array(z.object({ device: text(400), way: text(20), signedInAt: moment, seenOn: day, endsAt: moment })).max(rowsMax),
})
export type ArchivedAccount = z.output<typeof ArchivedAccount>

/** What an operator decides is told for its owner to read, and is not taken over elsewhere. */
const operators = { grantedRights: true, revokedRights: true, isCardDisabled: true } as const

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

/** Who pays, what for, and what was charged. It is told for its owner to read: money does not move with a file. */
export const ArchivedBilling = z.object({
  customer: Customer.nullable(),
  subscription: z
    .object({
      plan: z.enum(offerCodes),
      state: text(20),
      trialEndsAt: moment.nullable(),
      paidUntil: moment.nullable(),
      cancelAt: moment.nullable(),
      takenBy: text(40),
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
        amount: z.int32().describe('In the smallest coin'),
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
  fields: CardFields.omit(operators),
  plan: z.object({ name: text(20), isTrial: z.boolean(), trialDays: z.int32() }),
  services: z.array(ArchivedService).max(200),
  components: z.array(ArchivedComponent).max(500),
  versions: z.array(z.strictObject({ name: VersionName, overrides: CardFields.omit(operators) })).max(rowsMax),
  /** By key, finished or not. */
  draft: z.partialRecord(z.enum(draftKeys), z.json()).nullable(),
  labels: z.array(text(60)).max(labelsMax),
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
  billing: ArchivedBilling.optional(),
})
export type ArchivedCard = z.output<typeof ArchivedCard>

export const ArchivedContact = z.strictObject({
  source: z.enum(['form', 'hand']),
  name: text(400),
  lastName: text(400),
  fullName: text(800),
  emailAddress: text(254),
  phoneNumber: text(400),
  title: text(400),
  companyName: text(400),
  address: text(400),
  city: text(400),
  state: text(400),
  zip: text(400),
  tags: z.array(text(400)).max(100),
  notes: text(8000),
  ownerNotes: z.array(OwnerNote).max(2000),
  viewed: z.boolean(),
  isHeld: z.boolean(),
  dateCreated: moment,
  consent: z
    .strictObject({ wording: text(4000), wordingVersion: text(40), language: text(20), page: text(2000), givenAt: moment })
    .nullable(),
})
export type ArchivedContact = z.output<typeof ArchivedContact>

/** How often something happened on a day. */
export const ArchivedDay = z.strictObject({
  day,
  name: text(60),
  dimension: text(60),
  value: text(200),
  count: z.int32().nonnegative(),
})
export type ArchivedDay = z.output<typeof ArchivedDay>
