import type { ConnectedClient } from '#contract/contacts.ts'

/** A contact for tests; every one has another id. */
export function aContact(options: Partial<ConnectedClient> = {}): ConnectedClient {
  return {
    id: crypto.randomUUID(),
    name: 'Tobias',
    fullName: 'Tobias Wren',
    lastName: 'Wren',
    dateCreated: '2026-06-15T13:42:00.000Z',
    isUndated: false,
    emailAddress: 'tobias.wren@example.com',
    phoneNumber: '(207) 555-0199',
    title: '',
    companyName: 'Wren & Daughters',
    address: '8 Lantern Street',
    city: 'Port Hadley',
    state: 'ME',
    zip: '04001',
    tags: 'Carte,Open house',
    notes: '',
    viewed: false,
    isQuarantined: false,
    ownerNotes: '[]',
    source: 'form',
    via: null,
    revision: 1,
    editedAt: null,
    sent: null,
    consent: null,
    ...options,
  }
}
