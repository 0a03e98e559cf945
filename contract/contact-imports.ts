import { z } from 'zod'
import { Alias, SuccessAnswer } from './cards/cards.ts'
import { contactFileIssues, contactImportMax, duplicateChoices, tagLettersMax } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './values.ts'

export type Duplicates = (typeof duplicateChoices)[number]

/** Why a row can't be imported. */
export const importRowIssues = ['empty', 'quotes', 'columns'] as const
/** Why a part of a row can’t be used. The rest is imported. */
export const importPartIssues = ['phone', 'date'] as const

const ContactImportState = z.enum(['ready', 'importing', 'done', 'undoing', 'undone'])
export type ContactImportState = z.output<typeof ContactImportState>
const amount = z.number().int()

export const ContactImport = z.object({
  id: uuid,
  name: z.string().describe('The name of the file'),
  createdAt: z.iso.datetime(),
  state: ContactImportState,
  duplicates: z.enum(duplicateChoices),
  label: z.string(),
  total: amount.describe('Rows or vCards in the file'),
  fresh: amount.describe('Rows that are no duplicates'),
  matched: amount.describe('Rows with the phone number or email address of an existing contact'),
  repeated: amount.describe('Rows with the phone number or email address of an earlier row'),
  unusable: amount,
  cut: amount.describe('Rows with a text that is cut to what a contact can contain'),
  added: amount,
  merged: amount,
  removed: amount.describe('Contacts that undoing removed'),
  restored: amount.describe('Merged contacts that undoing restored'),
  edited: amount.describe('Contacts that were edited after the import, so undoing left them'),
  undoUntil: z.iso.datetime().nullable().describe('Null if it can’t be undone, or not anymore'),
})
export type ContactImport = z.output<typeof ContactImport>

const problems = ['not-logged-in', 'card-not-found', 'not-found'] as const
const ownImport = z.object({ alias: Alias, importId: uuid })

export const contactImports = {
  'contacts.createImport': endpoint('contacts.createImport', {
    summary: 'Reads a .csv file of Google or Outlook, or a .vcf file, for a preview. Imports nothing. The body is the file itself.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 3600 },
    params: z.object({ alias: Alias }),
    query: z.object({ name: z.string().max(200).default('').describe('The name of the file') }),
    rawBody: { types: ['text/csv', 'text/vcard', 'application/octet-stream'], bytesMax: contactImportMax.bytes },
    output: z.object({ id: uuid }),
    problems: ['not-logged-in', 'card-not-found', 'input-invalid'],
    codes: contactFileIssues,
  }),
  'contacts.imports': endpoint('contacts.imports', {
    summary: 'Lists the imports of the last 30 days, newest first.',
    access: 'owner',
    query: z.object({ alias: Alias }),
    output: z.array(ContactImport),
    problems: ['not-logged-in', 'card-not-found'],
  }),
  'contacts.readImport': endpoint('contacts.readImport', {
    summary: 'Returns an import: its counts, its first rows, and the first rows that can’t be imported or used as they are.',
    access: 'owner',
    params: z.object({ alias: Alias, id: uuid }),
    output: z.object({
      import: ContactImport,
      mayLabel: z.boolean(),
      unknownColumns: z.array(z.string()).describe('Columns that are not imported, although they contain something'),
      rows: z.array(
        z.object({
          line: amount,
          kind: z.enum(['new', 'match', 'repeat']),
          fullName: z.string(),
          emailAddress: z.string(),
          phoneNumber: z.string(),
          companyName: z.string(),
        }),
      ),
      issues: z.array(z.object({ line: amount, issue: z.enum(importRowIssues) })),
      partIssues: z
        .array(z.object({ line: amount, fullName: z.string(), issue: z.enum(importPartIssues) }))
        .describe('Rows that are imported, but with a phone number that can’t be one in the notes, or without a date that can’t be theirs'),
    }),
    problems,
  }),
  'contacts.runImport': endpoint('contacts.runImport', {
    summary: 'Imports the contacts of a preview, in the background.',
    access: 'owner',
    limit: { per: 'account', count: 30, windowSeconds: 3600 },
    input: ownImport.extend({
      duplicates: z.enum(duplicateChoices).default('skip').describe('merge fills empty fields and adds labels; add keeps both'),
      label: z.string().trim().max(tagLettersMax).default('').describe('A label for all of them, with PRO'),
    }),
    output: SuccessAnswer,
    problems: [...problems, 'conflict', 'not-allowed', 'input-invalid'],
    codes: ['labelsTooMany'],
    errorFormat: 'success-flag',
  }),
  'contacts.undoImport': endpoint('contacts.undoImport', {
    summary: 'Removes what an import added, and restores what it merged, unless edited since. For 30 days, in the background.',
    access: 'owner',
    limit: { per: 'account', count: 30, windowSeconds: 3600 },
    input: ownImport,
    output: SuccessAnswer,
    problems: [...problems, 'conflict'],
    errorFormat: 'success-flag',
  }),
}
