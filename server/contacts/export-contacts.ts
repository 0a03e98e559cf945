import { assertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import { timeZoneOf } from '#server/common/calendar.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { writeVCard } from '#server/cards/public/write-v-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { listContacts } from './contact-store.ts'
import { csvHeader, csvRow } from './write-contact-csv.ts'
import { readContact } from './read-contact.ts'
import { contactLimit } from './contact-limit.ts'
import type { OwnDeps } from './search-contacts.ts'
import type { Contact } from './tables.ts'

type Deps = OwnDeps & { settings: { productName: string } }

const batchSize = 500

/** One contact as a vCard, with its name. */
export async function exportContact(deps: Deps, caller: Caller, id: string): Promise<{ file: string; name: string }> {
  const { contact } = await readContact(deps, caller, id)
  return { file: fileOf(contact, deps.settings.productName), name: contact.fullName }
}

/** All contacts that the plan includes, as a stream of batches. */
export async function exportContacts(
  deps: Deps,
  caller: Caller,
  { format, alias, ...query }: { format: 'csv' | 'vcf'; alias?: string | undefined; timeZone?: string | undefined },
): Promise<{ pieces: AsyncGenerator<string>; name: string }> {
  const card = await readOwnCard(deps, caller, alias)
  // An unattended screen or a copied session must not be enough to export all contacts.
  if (caller.kind === 'owner') await assertRecentLogin(deps, caller)
  const newest = contactLimit(card)
  const timeZone = timeZoneOf(query.timeZone)
  async function* pieces() {
    if (format === 'csv') yield csvHeader
    for (let after: { dateCreated: Date; id: string } | undefined; ;) {
      const found = await listContacts(deps.db, card.subject.id, { newest }, { limit: batchSize, after })
      yield found.map((row) => (format === 'csv' ? csvRow(row, timeZone) : fileOf(row.contact, deps.settings.productName))).join('')
      after = found.at(-1)?.contact
      if (found.length < batchSize || !after) return
    }
  }
  return { pieces: pieces(), name: `${card.subject.alias}-contacts` }
}

function fileOf(contact: Contact, productName: string): string {
  const { address, city, state, zip, ownerNotes } = contact
  const ownNotes = ownerNotes.map(({ Note }) => Note)
  return writeVCard({
    id: contact.id,
    isTeam: false,
    fullName: contact.fullName,
    firstName: contact.name,
    lastName: contact.lastName,
    title: contact.title,
    company: contact.companyName,
    phones: contact.phoneNumber ? [{ number: contact.phoneNumber, label: 'Mobile', types: ['CELL', 'VOICE', 'PREF'] }] : [],
    email: contact.emailAddress,
    address: address || city ? { street: address, city, state, zip, country: '' } : null,
    links: [],
    note: [contact.notes, ...ownNotes].filter(Boolean).join('\n\n'),
    photo: null,
    changedAt: contact.editedAt ?? contact.dateCreated,
    productName,
  })
}
