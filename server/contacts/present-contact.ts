import type { EventContact } from '#contract/connections.ts'
import type { ConnectedClient } from '#contract/contacts.ts'
import type { Consent, Contact } from './tables.ts'

/** A contact as its owner gets it. */
export function presentContact({ contact, consent }: { contact: Contact; consent: Consent | null }): ConnectedClient {
  return {
    id: contact.id,
    name: contact.name,
    lastName: contact.lastName,
    fullName: contact.fullName,
    dateCreated: contact.dateCreated.toISOString(),
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
    consent: consent && { wording: consent.wording, version: consent.wordingVersion, agreedAt: consent.agreedAt.toISOString() },
  }
}

/** A contact as events store it: everything that a connection may get. */
export function presentEventContact(contact: Contact): EventContact {
  const { id, fullName, source, name, lastName, emailAddress, phoneNumber, title, companyName, address, city, state, zip, notes } = contact
  const fields = { id, fullName, source, name, lastName, emailAddress, phoneNumber, title, companyName, address, city, state, zip, notes }
  return { ...fields, tags: contact.tags, dateCreated: contact.dateCreated.toISOString() }
}
