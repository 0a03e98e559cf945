import type { Card } from '#contract/cards/cards.ts'

type Address = Pick<Card, 'companyAddress' | 'companyCity' | 'companyState' | 'companyZip'>
type Located = Address & { settings: { location?: Card['settings']['location'] | undefined } }

export const placeOf = ({ companyAddress, companyCity, companyState, companyZip }: Address) => ({
  street: companyAddress.trim(),
  city: companyCity.trim(),
  state: companyState.trim(),
  zip: companyZip.trim(),
})

const plain = (parts: readonly string[]) =>
  parts
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[\s,.]+/g, ' ')
        .trim(),
    )
    .join('|')

/** True if the stored coordinates belong to the address on the card. */
export function isSamePlace(card: Located): boolean {
  const { location } = card.settings
  if (!location) return false
  const { address_line_1, city, state, zip_code } = location.address
  const { street, ...rest } = placeOf(card)
  return plain([address_line_1, city, state, zip_code]) === plain([street, rest.city, rest.state, rest.zip])
}
