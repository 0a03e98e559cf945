import type { ConnectedClient } from '#contract/contacts.ts'
import type { VisitSource } from '#contract/visit-sources.ts'
import { escapeCell } from '#server/common/write-csv.ts'
import { isUndated } from './present-contact.ts'
import type { Consent, Contact } from './tables.ts'

type Row = { contact: Contact; consent: Consent | null }
/** A date and time as a spreadsheet reads it. */
type Local = (moment: Date) => string

const sources: Record<ConnectedClient['source'], string> = { form: 'Card', hand: 'Added by you', import: 'Imported' }
const ways: Record<VisitSource, string> = { qr: 'QR code', share: 'Shared link', short: 'Short link', signature: 'Email signature' }

const columns: readonly [string, (row: Row, local: Local) => string][] = [
  ['First name', ({ contact }) => contact.name],
  ['Last name', ({ contact }) => contact.lastName],
  ['Title', ({ contact }) => contact.title],
  ['Company', ({ contact }) => contact.companyName],
  ['Email', ({ contact }) => contact.emailAddress],
  ['Phone', ({ contact }) => contact.phoneNumber],
  ['Address', ({ contact }) => contact.address],
  ['City', ({ contact }) => contact.city],
  ['State', ({ contact }) => contact.state],
  ['ZIP', ({ contact }) => contact.zip],
  ['Labels', ({ contact }) => contact.tags.join(', ')],
  ['Notes', ({ contact }) => contact.notes],
  [
    'My notes',
    ({ contact }, local) => contact.ownerNotes.map(({ Created, Note }) => `${local(new Date(Created)).slice(0, 10)}: ${Note}`).join('\n'),
  ],
  ['Connected on', ({ contact }, local) => (isUndated(contact) ? '' : local(contact.dateCreated))],
  ['Source', ({ contact }) => sources[contact.source]],
  ['Came by', ({ contact }) => (contact.via ? ways[contact.via] : '')],
  ['Edited on', ({ contact }, local) => (contact.editedAt ? local(contact.editedAt) : '')],
  ['Agreed on', ({ consent }, local) => (consent ? local(consent.agreedAt) : '')],
  ['Consent version', ({ consent }) => consent?.wordingVersion ?? ''],
]

/** For Excel: starts with a byte order mark, and lines end with CRLF. */
export const csvHeader = `\uFEFF${columns.map(([name]) => name).join(',')}\r\n`

export function csvRow(row: Row, timeZone: string): string {
  const local: Local = (moment) =>
    Temporal.Instant.fromEpochMilliseconds(moment.getTime())
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ')
  return `${columns.map(([, read]) => cell(read(row, local))).join(',')}\r\n`
}

function cell(value: string): string {
  const plain = escapeCell(value)
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
