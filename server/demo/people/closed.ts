import type { Person } from '../person.ts'

/** A card that its owner turned off: only the name is public. */
export const closed: Person = {
  alias: 'closed',
  plan: 'FREE',
  fields: {
    firstName: 'Anselm',
    lastName: 'Grove',
    fullName: 'Anselm Grove',
    title: 'Agent, retired',
    companyName: 'Grove & Daughters',
    emailAddress: 'anselm@example.com',
    phoneNumber: '(603) 555-0114',
    eCardEnabled: false,
  },
  services: [],
  pictures: {},
}
