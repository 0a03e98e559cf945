import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { issueCode } from '../input-issues.ts'

/** A file with more is refused. A contact with a photo has a few hundred KB. */
export const importFileBytesMax = 2 * 1024 * 1024
/** Links that one import offers, and the people to choose from. */
export const importLinksMax = 40
export const importPeopleMax = 100
/** A photo in base64, small enough for the form of a new card. */
export const importPhotoLettersMax = 200_000

export const importedFields = [
  'fullName',
  'title',
  'companyName',
  'phoneNumber',
  'emailAddress',
  'bio',
  'companyAddress',
  'companyCity',
  'companyState',
  'companyZip',
  'companyCountry',
] as const
export type ImportedField = (typeof importedFields)[number]

export const ImportedCard = z.object({
  fields: z.partialRecord(z.enum(importedFields), z.string().max(4000)),
  links: z.array(z.string().max(2000)).max(importLinksMax),
  photo: z.string().max(importPhotoLettersMax).describe('WebP in base64; empty if there is none'),
  leftOut: z
    .array(
      z.object({
        what: z.string().max(200).describe('A column, a property or a value, as the source names it'),
        reason: z.enum(['unknown', 'further', 'formula', 'invalid', 'too-many', 'photo']),
      }),
    )
    .max(60),
})
export type ImportedCard = z.output<typeof ImportedCard>
export type LeftOut = ImportedCard['leftOut'][number]

const CardImport = z.object({
  card: ImportedCard.nullable().describe('Null if the file has several people'),
  people: z
    .array(
      z.object({
        name: z.string(),
        note: z.string().describe('Their company or email'),
        source: z.string().describe('The part of the file about this person: send it as a file to choose them'),
      }),
    )
    .max(importPeopleMax),
  hasMore: z.boolean().describe('The file has more people'),
})
export type CardImport = z.output<typeof CardImport>

export const importFailures = ['empty', 'type', 'workbook', 'columns', 'nothing', 'page'] as const
export type ImportFailure = (typeof importFailures)[number]

export const cardImports = {
  'cards.readImportFile': endpoint('cards.readImportFile', {
    summary: 'Reads a card from a vCard, a CSV, a JSON file or a saved page, for a preview. Stores nothing. The body is the file itself.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 3600 },
    rawBody: { types: ['text/*', 'application/json', 'application/octet-stream'], bytesMax: importFileBytesMax },
    output: CardImport,
    problems: ['not-logged-in', 'import-unreadable', 'too-many-requests'],
  }),
  'cards.readImportPage': endpoint('cards.readImportPage', {
    summary: 'Reads a card from a public page, for a preview. Stores nothing.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 3600 },
    input: z.object({ address: z.string().trim().min(1, issueCode('pageAddressMissing')).max(2000) }),
    output: CardImport,
    problems: ['not-logged-in', 'import-unreadable', 'input-invalid', 'too-many-requests'],
  }),
}
