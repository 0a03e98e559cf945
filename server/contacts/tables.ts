import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/database/columns.ts'
import type { ContactImportState, Duplicates } from '#contract/contact-imports.ts'
import type { OwnerNote } from '#contract/contacts.ts'
import type { VisitSource } from '#contract/visit-sources.ts'
import type { ContactFields } from '#common/contact-fields.ts'

const words = (name: string) => text(name).notNull().default('')

export const contacts = pgTable(
  'contact',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    submissionId: uuid('submission_id').notNull(),
    submittedHash: bytes('submitted_hash'),
    source: text('source').$type<'form' | 'hand' | 'import'>().notNull().default('form'),
    via: text('via').$type<VisitSource>(),
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
    isQuarantined: boolean('is_held').notNull().default(false),
    isProved: boolean('is_proved').notNull().default(false),
    quarantineNotifiedAt: moment('held_told_at'),
    dateCreated: moment('date_created').notNull(),
    /** Of an imported contact: its date is from the file. */
    hasOwnDate: boolean('has_own_date').notNull().default(false),
    revision: integer('revision').notNull().default(1),
    editedAt: moment('edited_at'),
    original: jsonb('original').$type<ContactFields>(),
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
    agreedAt: moment('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.contactId] })],
)
export type Consent = typeof contactConsents.$inferSelect

export const contactLabels = pgTable(
  'contact_label',
  { subjectId: uuid('subject_id').notNull(), name: text('name').notNull(), weight: integer('weight').notNull().default(0) },
  (table) => [primaryKey({ columns: [table.subjectId, table.name] })],
)

const amount = (name: string) => integer(name).notNull().default(0)

/** An owner's imports of contact files. */
export const contactImports = pgTable(
  'contact_import',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    createdAt: moment('created_at').notNull(),
    name: text('name').notNull(),
    state: text('state').$type<'reading' | ContactImportState>().notNull().default('reading'),
    duplicates: text('duplicates').$type<Duplicates>().notNull().default('skip'),
    label: words('label'),
    unknownColumns: text('unknown_columns').array().notNull().default([]),
    total: amount('total'),
    matched: amount('matched'),
    repeated: amount('repeated'),
    unusable: amount('unusable'),
    cut: amount('cut'),
    atLine: amount('at_line'),
    added: amount('added'),
    merged: amount('merged'),
    removed: amount('removed'),
    restored: amount('restored'),
    edited: amount('edited'),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)
export type ContactImportRecord = typeof contactImports.$inferSelect

/** What a row makes of a contact, without ids. */
export type ImportedFields = ContactFields & { tags: string[]; dateCreated?: string | undefined }
/** What a merge can change. */
export type MergedFields = Omit<ImportedFields, 'name' | 'lastName' | 'dateCreated'>

export const contactImportRows = pgTable(
  'contact_import_row',
  {
    subjectId: uuid('subject_id').notNull(),
    importId: uuid('import_id').notNull(),
    line: integer('line').notNull(),
    kind: text('kind').$type<'new' | 'match' | 'repeat' | 'unusable'>().notNull(),
    issue: words('issue'),
    fields: jsonb('fields').$type<ImportedFields>(),
    repeatOf: integer('repeat_of'),
    contactId: uuid('contact_id'),
    effect: text('effect').$type<'added' | 'merged' | 'removed' | 'restored' | 'edited'>(),
    before: jsonb('before').$type<MergedFields>(),
    afterHash: bytes('after_hash'),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.importId, table.line] })],
)
export type ContactImportRow = typeof contactImportRows.$inferSelect
