import { refuseStale } from '#server/accounts/sign-in/refuse-stale.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import { writeVCard } from '#server/cards/public/write-v-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { listContacts } from './contact-store.ts'
import { tableHead, tableRow } from './contact-table.ts'
import { readContact } from './read-contact.ts'
import { newestOpen } from './reach-policy.ts'
import type { OwnNeeds } from './search-contacts.ts'
import type { Contact } from './tables.ts'

type Needs = OwnNeeds & { settings: { productName: string } }

const atOnce = 500

/** One contact as a file for a phone, and what to call it. */
export async function exportContact(needs: Needs, caller: Caller, id: string): Promise<{ file: string; name: string }> {
  const { contact } = await readContact(needs, caller, id)
  return { file: fileOf(contact, needs.settings.productName), name: contact.fullName }
}

/** All that the plan opens, piece by piece: a hundred thousand fit through a small memory. */
export async function exportContacts(
  needs: Needs,
  caller: Caller,
  { format, alias }: { format: 'csv' | 'vcf'; alias?: string | undefined },
): Promise<{ pieces: AsyncGenerator<string>; name: string }> {
  const card = await readOwnCard(needs, caller, alias)
  // A screen left open, or a session that was copied, does not carry everybody away.
  if (caller.kind === 'owner') await refuseStale(needs, caller)
  const newest = newestOpen(card)
  async function* pieces() {
    if (format === 'csv') yield tableHead
    for (let after: { dateCreated: Date; id: string } | undefined; ;) {
      const found = await listContacts(needs.db, card.subject.id, { newest }, { limit: atOnce, after })
      yield found.map((row) => (format === 'csv' ? tableRow(row) : fileOf(row.contact, needs.settings.productName))).join('')
      after = found.at(-1)?.contact
      if (found.length < atOnce || !after) return
    }
  }
  return { pieces: pieces(), name: `${card.subject.alias}-contacts` }
}

function fileOf(contact: Contact, productName: string): string {
  const { address, city, state, zip, ownerNotes } = contact
  const mine = ownerNotes.map(({ Note }) => Note)
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
    note: [contact.notes, ...mine].filter(Boolean).join('\n\n'),
    photo: null,
    changedAt: contact.dateCreated,
    productName,
  })
}
