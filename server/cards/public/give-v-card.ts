import { isRefused } from '#contract/api.ts'
import { beginningOf } from '#contract/text/beginning-of.ts'
import { plainWords } from '#contract/text/bio.ts'
import { noteColumns } from '#contract/cards/card-fields.ts'
import type { Card, GradeService } from '#contract/cards/cards.ts'
import { displayName } from '#contract/text/display-name.ts'
import { cardHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { dialable } from '#contract/text/phone.ts'
import { serviceCapabilities } from '#contract/cards/drawing.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { readFace } from '#server/media/reading/read-face.ts'
import { plainName } from '#server/integrations/plain-words.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import { webLink } from '#contract/text/web-link.ts'
import { brandName } from '#contract/cards/service-names.ts'
import { presentCard } from './present-card.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readServices } from './read-services.ts'
import { readWithDefaults } from './read-card.ts'
import { writeVCard, type Person } from './write-v-card.ts'

type Needs = { db: Db; clock: Clock; storage: Storage; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const noteMax = 1000

type Wish = { alias: string; version?: string | undefined; isBrief?: boolean }

/**
 * The card as a contact file. It holds what the card shows, and nothing that its owner hid. A brief one is for somebody who may
 * never have looked at the card: it says whose it is.
 */
export async function giveVCard(
  needs: Needs,
  { alias, version, isBrief = false }: Wish,
): Promise<{ file: string; name: string; subjectId: string }> {
  const { settings } = needs
  const [read, defaults] = await readNamed(needs, alias, version)
  if (isSwitchedOff(read.subject) || !has(read.permissions, 'VCard')) throw problem('card-not-found')
  const card = presentCard(read, defaults)
  const [services, photo] = await Promise.all([
    isBrief ? [] : readServices(needs, { subjectId: card.id }),
    readFace(needs, card.id).catch(nullIfAway),
  ])
  const address = settings.publicUrl + cardHref({ alias: card.alias, version: read.version || undefined }, 'home')
  const person = personOf(card, services, { address, productName: settings.productName })
  return {
    file: writeVCard({ ...(isBrief ? briefly(person) : person), photo, changedAt: read.subject.updatedAt }),
    name: isBrief ? plainName(displayName(card)) : displayName(card),
    subjectId: card.id,
  }
}

/** The version of that name, or the published card where there is none: as for pictures, any word will do. */
async function readNamed(needs: Needs, alias: string, version?: string) {
  const published = () => readWithDefaults(needs, alias)
  if (!version) return published()
  return readWithDefaults(needs, alias, version).catch((error: unknown) => {
    if (isRefused(error) && error.problem.status === 404) return published()
    throw error
  })
}

type Described = Omit<Person, 'photo' | 'changedAt'>

function personOf(
  card: Card,
  services: readonly GradeService[],
  { address, productName }: { address: string; productName: string },
): Described {
  const isTeam = card.profile === 2
  return {
    id: card.id,
    isTeam,
    productName,
    // A contact file must have a name, also where the owner hides theirs.
    fullName: displayName(card),
    firstName: card.firstName,
    lastName: card.lastName,
    title: card.title,
    company: card.companyName || (isTeam ? card.fullName : ''),
    phones: phonesOf(card),
    email: card.emailAddress,
    address: addressOf(card),
    links: [{ label: productName, url: address }, ...linksOf(card, services)],
    note: noteOf(card),
  }
}

/** Without room for a text or a link of the owner's own. */
function briefly(person: Described): Described {
  return {
    ...person,
    fullName: plainName(person.fullName),
    firstName: plainName(person.firstName),
    lastName: plainName(person.lastName),
    title: plainName(person.title),
    company: plainName(person.company),
    address: null,
    // The card's own.
    links: person.links.slice(0, 1),
    note: '',
  }
}

function phonesOf({ phoneNumber, officePhoneNumber, directPhoneNumber }: Card): Person['phones'] {
  const all = [
    { typed: phoneNumber, label: 'Mobile', types: ['CELL', 'VOICE', 'PREF'] },
    { typed: officePhoneNumber, label: 'Office', types: ['WORK', 'VOICE'] },
    // Android reads no X-ABLabel: it shows an X- type as the label, unless a known type comes with it.
    { typed: directPhoneNumber, label: 'Direct', types: ['X-Direct'] },
  ]
  const numbers = all.flatMap(({ typed, label, types }) => {
    const number = dialable(typed)
    return number ? [{ number: number.replace(';ext=', ','), label, types }] : []
  })
  // One number under two names is one entry in a phone.
  return numbers.filter(({ number }, place) => numbers.findIndex((other) => other.number === number) === place)
}

function addressOf({ companyAddress, companyCity, companyState, companyZip, companyCountry }: Card): Person['address'] {
  if (!companyAddress && !companyCity) return null
  return { street: companyAddress, city: companyCity, state: companyState, zip: companyZip, country: companyCountry }
}

const isSocial = serviceCapabilities.social | serviceCapabilities.website

function linksOf({ permissions }: Card, services: readonly GradeService[]): { label: string; url: string }[] {
  if (!has(permissions, 'Connect')) return []
  return services
    .filter((service) => !service.ignoreService && (service.serviceCapabilities & isSocial) !== 0)
    .flatMap(({ serviceName, directLink }) => {
      const url = webLink(directLink)
      return url ? [{ label: brandName(serviceName), url }] : []
    })
}

function noteOf(card: Card): string {
  const { tagLine, licenseNumber } = card.settings
  const fields = noteColumns.map((name) => card[name])
  const parts = [tagLine.show ? tagLine.text : '', licenseNumber.show ? licenseNumber.number : '', ...fields, plainWords(card.bio)]
  const note = parts.filter(Boolean).join('\n\n')
  if (note.length <= noteMax) return note
  // Between two words, so that nobody reads half of one.
  return `${beginningOf(note, noteMax).replace(/\s+\S*$/, '')} …`
}
