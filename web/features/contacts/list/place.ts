import type { ConnectedClient } from '#contract/contacts.ts'

/** Where somebody lives, on one line. */
export const placeOf = ({ address, city, state, zip }: Pick<ConnectedClient, 'address' | 'city' | 'state' | 'zip'>) =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

export const mapHref = (place: string) => `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`

/** What a telephone dials: the digits, and a plus before them. */
export function dialled(phone: string): string | null {
  const digits = phone.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '')
  return /\d{3}/.test(digits) ? digits : null
}

/** Only what looks like one address; anything else could smuggle headers into the mail. */
export const mailHref = (address: string) => (/^[^\s@?&,;:<>]+@[^\s@?&,;:<>]+$/.test(address) ? `mailto:${encodeURI(address)}` : null)
