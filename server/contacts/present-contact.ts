import type { EventContact } from '#contract/connections.ts'
import { contactFieldNames } from '#contract/contact-choices.ts'
import type { ConnectedClient } from '#contract/contacts.ts'
import type { Consent, Contact } from './tables.ts'

/** Its date is only that of the import. */
export const isUndated = ({ source, hasOwnDate }: Contact): boolean => source === 'import' && !hasOwnDate

/** A contact as its owner gets it. */
export function presentContact({ contact, consent }: { contact: Contact; consent: Consent | null }): ConnectedClient {
  return {
    id: contact.id,
    name: contact.name,
    lastName: contact.lastName,
    fullName: contact.fullName,
    dateCreated: contact.dateCreated.toISOString(),
    isUndated: isUndated(contact),
    emailAddress: contact.emailAddress,
    phoneNumber: contact.phoneNumber,
    title: contact.title,
    companyName: contact.companyName,
    address: contact.address,
    city: contact.city,
    state: contact.state,
    zip: contact.zip,
    tags: contact.tags.join(','),
    notes: contact.notes,
    viewed: contact.viewed,
    isQuarantined: contact.isQuarantined,
    ownerNotes: JSON.stringify(contact.ownerNotes),
    source: contact.source,
    via: contact.via,
    revision: contact.revision,
    editedAt: contact.editedAt?.toISOString() ?? null,
    sent: sentFields(contact),
    consent: consent && { wording: consent.wording, version: consent.wordingVersion, agreedAt: consent.agreedAt.toISOString() },
  }
}

/** What the visitor sent, where it was edited since. */
function sentFields(contact: Contact): ConnectedClient['sent'] {
  const { original, source } = contact
  if (!original || source !== 'form') return null
  const changed = contactFieldNames.filter((name) => original[name] !== contact[name])
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, original[name]]))
}

/** A contact as events store it: everything that a connection may get. */
export function presentEventContact(contact: Contact): EventContact {
  const { id, fullName, source, name, lastName, emailAddress, phoneNumber, title, companyName, address, city, state, zip, notes } = contact
  const fields = { id, fullName, source, name, lastName, emailAddress, phoneNumber, title, companyName, address, city, state, zip, notes }
  const { original } = contact
  const isOther = original !== null && (original.emailAddress !== emailAddress || original.phoneNumber !== phoneNumber)
  return {
    ...fields,
    tags: contact.tags,
    dateCreated: contact.dateCreated.toISOString(),
    ...(isOther && { original: { emailAddress: original.emailAddress, phoneNumber: original.phoneNumber } }),
  }
}
