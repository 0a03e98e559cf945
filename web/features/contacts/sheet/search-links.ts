import type { ConnectedClient } from '#contract/contacts.ts'
import { ownOf } from '#contract/own-of.ts'
import type { SearchPlace } from '../contacts-view.ts'

type Person = Pick<ConnectedClient, 'name' | 'lastName' | 'companyName' | 'address' | 'city' | 'state' | 'zip' | 'phoneNumber'>
type Service = { serviceName: string; gradeServiceSearchUrl: string }

/** Where people are looked for, in this order, with what is asked there where a card does not know the service itself. */
const usual: readonly (SearchPlace & { service: string })[] = [
  { name: 'Google', service: 'Google Search by Name', url: 'https://www.google.com/search?q={firstName}+{lastName}+{companyName}' },
  { name: 'Facebook', service: 'Facebook', url: 'https://www.facebook.com/search/people/?q={firstName}%20{lastName}' },
  { name: 'LinkedIn', service: 'Linked In', url: 'https://www.linkedin.com/search/results/people/?keywords={firstName}%20{lastName}' },
  { name: 'Instagram', service: 'Instagram', url: 'https://www.google.com/search?q=site:instagram.com+{firstName}+{lastName}' },
]

/** The places of a card: its own search addresses where it has any. */
export function searchPlaces(services: readonly Service[]): SearchPlace[] {
  return usual.map(({ name, service, url }) => ({
    name,
    url: services.find(({ serviceName }) => serviceName === service)?.gradeServiceSearchUrl || url,
  }))
}

/** A search for one person. Only addresses of the secure web: anything else could run as a script. */
export function searchLink(template: string, person: Person): string | null {
  const facts: Readonly<Record<string, string>> = {
    firstName: person.name,
    lastName: person.lastName,
    companyName: person.companyName,
    address: person.address,
    city: person.city,
    state: person.state,
    zip: person.zip,
    phone: person.phoneNumber,
  }
  // A placeholder may stand anywhere: encoded, no fact can end the part of the address it stands in.
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ownOf(facts, name) ?? ''))
  if (!URL.canParse(filled)) return null
  const { protocol, href } = new URL(filled)
  return protocol === 'https:' ? href : null
}
