/** Orders of the list of contacts. */
export const contactOrders = ['newest', 'name', 'company'] as const
export type ContactOrder = (typeof contactOrders)[number]

/** The fields of a contact that its owner can edit. */
export const contactFieldNames = [
  'name',
  'lastName',
  'phoneNumber',
  'emailAddress',
  'title',
  'companyName',
  'address',
  'city',
  'state',
  'zip',
  'notes',
] as const
export type ContactFieldName = (typeof contactFieldNames)[number]

/** How many contacts can be labeled or deleted at once: by their ids, and all that match. */
export const selectedContactsMax = 100
export const matchingContactsMax = 10_000

/** The list counts the contacts that match its search up to this many. */
export const countedContactsMax = 1000
