import type { ConnectedClient } from '#contract/contacts.ts'

/** The postal address on one line. */
export const placeOf = ({ address, city, state, zip }: Pick<ConnectedClient, 'address' | 'city' | 'state' | 'zip'>) =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

export const mapHref = (place: string) => `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`

/** Only a single address: anything else could inject mail headers. */
export const mailHref = (address: string) => (/^[^\s@?&,;:<>]+@[^\s@?&,;:<>]+$/.test(address) ? `mailto:${encodeURI(address)}` : null)
