import type { Subject } from './tables.ts'

type Addressed = Pick<Subject, 'companyAddress' | 'companyCity' | 'companyState' | 'companyZip' | 'settings'>

export const placeOf = ({ companyAddress, companyCity, companyState, companyZip }: Omit<Addressed, 'settings'>) => ({
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

/** Whether the coordinates we keep are those of the address the card shows. */
export function isSamePlace(subject: Addressed): boolean {
  const { location } = subject.settings
  if (!location) return false
  const { address_line_1, city, state, zip_code } = location.address
  const { street, ...rest } = placeOf(subject)
  return plain([address_line_1, city, state, zip_code]) === plain([street, rest.city, rest.state, rest.zip])
}
