import { escapeCell } from '#server/write-csv.ts'
import type { Consent, Contact } from './tables.ts'

type Row = { contact: Contact; consent: Consent | null }

const columns: readonly [string, (row: Row) => string][] = [
  ['First name', ({ contact }) => contact.name],
  ['Last name', ({ contact }) => contact.lastName],
  ['Title', ({ contact }) => contact.title],
  ['Company', ({ contact }) => contact.companyName],
  ['E-mail', ({ contact }) => contact.emailAddress],
  ['Phone', ({ contact }) => contact.phoneNumber],
  ['Address', ({ contact }) => contact.address],
  ['City', ({ contact }) => contact.city],
  ['State', ({ contact }) => contact.state],
  ['Zip', ({ contact }) => contact.zip],
  ['Labels', ({ contact }) => contact.tags.join(', ')],
  ['Notes', ({ contact }) => contact.notes],
  ['My notes', ({ contact }) => contact.ownerNotes.map(({ Created, Note }) => `${Created.slice(0, 10)}: ${Note}`).join('\n')],
  ['Connected on', ({ contact }) => contact.dateCreated.toISOString()],
  ['Agreed to', ({ contact, consent }) => consent?.wording ?? (contact.source === 'import' ? 'Imported by the owner' : '')],
]

/** For Excel: starts with a byte order mark, and lines end with CRLF. */
export const csvHeader = `\uFEFF${columns.map(([name]) => name).join(',')}\r\n`

export const csvRow = (row: Row) => `${columns.map(([, read]) => cell(read(row))).join(',')}\r\n`

function cell(value: string): string {
  const plain = escapeCell(value)
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
