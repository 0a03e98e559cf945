import type { ConnectedClient } from '#contract/contacts.ts'

/** The postal address on one line. */
export const placeOf = ({ address, city, state, zip }: Pick<ConnectedClient, 'address' | 'city' | 'state' | 'zip'>) =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

export const mapHref = (place: string) => `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`

/** The number to dial: digits with an optional leading plus. */
export function dialNumber(phone: string): string | null {
  const digits = phone.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '')
  return /\d{3}/.test(digits) ? digits : null
}

/** Only a single address: anything else could inject mail headers. */
export const mailHref = (address: string) => (/^[^\s@?&,;:<>]+@[^\s@?&,;:<>]+$/.test(address) ? `mailto:${encodeURI(address)}` : null)
