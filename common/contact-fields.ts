import { formatPhone, isPhone } from '#common/text/phone.ts'
import type { TypedValue, VCard } from './read-vcards.ts'

const isMobile = ({ type }: TypedValue) => /cell|mobile/.test(type)
export const mobileFirst = (phones: readonly TypedValue[]) => phones.toSorted((a, b) => Number(isMobile(b)) - Number(isMobile(a)))

/** The fields of a contact that a file can fill. */
export type ContactFields = {
  name: string
  lastName: string
  phoneNumber: string
  emailAddress: string
  title: string
  companyName: string
  address: string
  city: string
  state: string
  zip: string
  notes: string
}

/** A contact has one phone number, email address and address: further ones go into its notes, so that none is lost, as does a phone number that can’t be one. */
export function contactFieldsOf({ names, organization, title, addresses, urls, note, ...card }: VCard): ContactFields {
  const phones = mobileFirst(card.phones)
  const usable = phones.find(({ value }) => isPhone(value))
  const [email, ...emails] = card.emails
  const [home, ...others] = addresses
  const further = others.map(({ street, city, state, zip, country }) =>
    [street, city, state, zip, country].filter(Boolean).join(', ').replaceAll('\n', ', '),
  )
  const name = names.first || (names.last ? '' : names.full) || names.last || organization
  return {
    name,
    lastName: name === names.last ? '' : names.last,
    phoneNumber: formatPhone(usable?.value ?? ''),
    emailAddress: email?.value ?? '',
    title,
    companyName: organization,
    address: home?.street ?? '',
    city: home?.city ?? '',
    state: home?.state ?? '',
    zip: home?.zip ?? '',
    notes: [...[...phones.filter((phone) => phone !== usable), ...emails, ...urls].map(({ value }) => value), ...further, note]
      .filter(Boolean)
      .join('\n'),
  }
}
