import { contactFieldsOf, type ContactFields } from '#common/contact-fields.ts'
import { readVCards } from '#common/read-vcards.ts'

/** The number of people in a file, up to two. */
export function countVCards(text: string): number {
  const begins = /^BEGIN:VCARD[ \t]*\r?$/gim
  let people = 0
  while (people < 2 && begins.test(text)) people++
  return people
}

/** The first person of a file. Null without a name, phone and email. */
export function readVCard(text: string): ContactFields | null {
  const [card] = readVCards(text)
  const person = card && contactFieldsOf(card)
  return person && (person.name || person.phoneNumber || person.emailAddress) ? person : null
}
