import { bigint, boolean, customType, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { OwnerNote } from '#contract/contacts.ts'

const words = (name: string) => text(name).notNull().default('')
const moment = (name: string) => timestamp(name, { withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const contacts = pgTable(
  'contact',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    submissionId: uuid('submission_id').notNull(),
    submittedHash: bytes('submitted_hash'),
    source: text('source').$type<'form' | 'hand'>().notNull().default('form'),
    name: text('name').notNull(),
    lastName: words('last_name'),
    fullName: text('full_name').notNull(),
    emailAddress: words('email_address'),
    phoneNumber: words('phone_number'),
    title: words('title'),
    companyName: words('company_name'),
    address: words('address'),
    city: words('city'),
    state: words('state'),
    zip: words('zip'),
    tags: text('tags').array().notNull().default([]),
    notes: words('notes'),
    ownerNotes: jsonb('owner_notes').$type<OwnerNote[]>().notNull().default([]),
    viewed: boolean('viewed').notNull().default(false),
    isHeld: boolean('is_held').notNull().default(false),
    isProved: boolean('is_proved').notNull().default(false),
    heldToldAt: moment('held_told_at'),
    dateCreated: moment('date_created').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)
export type Contact = typeof contacts.$inferSelect

export const contactConsents = pgTable(
  'contact_consent',
  {
    subjectId: uuid('subject_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    wording: text('wording').notNull(),
    wordingVersion: text('wording_version').notNull(),
    language: text('language').notNull(),
    page: words('page'),
    givenAt: moment('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.contactId] })],
)
export type Consent = typeof contactConsents.$inferSelect

export const contactLabels = pgTable(
  'contact_label',
  { subjectId: uuid('subject_id').notNull(), name: text('name').notNull(), weight: integer('weight').notNull().default(0) },
  (table) => [primaryKey({ columns: [table.subjectId, table.name] })],
)

/** How many there are, counted where they come and go. */
export const contactCounts = pgTable('contact_count', {
  subjectId: uuid('subject_id').primaryKey(),
  total: bigint('total', { mode: 'number' }).notNull().default(0),
})
