import type { ConnectedClient } from '#contract/contacts.ts'
import { ownProperty } from '#common/own-property.ts'
import type { SearchPlace } from '../contacts-view.ts'

type Person = Pick<ConnectedClient, 'name' | 'lastName' | 'companyName' | 'address' | 'city' | 'state' | 'zip' | 'phoneNumber'>
type Service = { serviceName: string; gradeServiceSearchUrl: string }

/** The search services in order, with their default search address. */
const defaultServices: readonly (SearchPlace & { service: string })[] = [
  { name: 'Google', service: 'Google Search by Name', url: 'https://www.google.com/search?q={firstName}+{lastName}+{companyName}' },
  { name: 'Facebook', service: 'Facebook', url: 'https://www.facebook.com/search/people/?q={firstName}%20{lastName}' },
  { name: 'LinkedIn', service: 'Linked In', url: 'https://www.linkedin.com/search/results/people/?keywords={firstName}%20{lastName}' },
  { name: 'Instagram', service: 'Instagram', url: 'https://www.google.com/search?q=site:instagram.com+{firstName}+{lastName}' },
]

/** The search services of a card, with its own addresses if it has any. */
export function searchPlaces(services: readonly Service[]): SearchPlace[] {
  return defaultServices.map(({ name, service, url }) => ({
    name,
    url: services.find(({ serviceName }) => serviceName === service)?.gradeServiceSearchUrl || url,
  }))
}

/** A search for one person. Only https: other schemes could run scripts. */
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
  // Encoded, because a placeholder can be anywhere in the address.
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ownProperty(facts, name) ?? ''))
  if (!URL.canParse(filled)) return null
  const { protocol, href } = new URL(filled)
  return protocol === 'https:' ? href : null
}
