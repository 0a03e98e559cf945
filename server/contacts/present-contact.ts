import type { ConnectedClient } from '#contract/contacts.ts'
import type { Consent, Contact } from './tables.ts'

/** What the owner reads of a contact. */
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
    isHeld: contact.isHeld,
    ownerNotes: JSON.stringify(contact.ownerNotes),
    consent: consent && { wording: consent.wording, version: consent.wordingVersion, givenAt: consent.givenAt.toISOString() },
  }
}
