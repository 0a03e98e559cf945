import { isProblem } from '#contract/api.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { plainText } from '#common/text/bio.ts'
import { noteColumns } from '#contract/cards/card-fields.ts'
import type { Card, GradeService } from '#contract/cards/cards.ts'
import { displayName } from '#common/text/display-name.ts'
import { cardHref } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { dialable } from '#common/text/phone.ts'
import { serviceCapabilities } from '#contract/cards/drawing.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { problem } from '#server/http/problems/problem.ts'
import { readFace } from '#server/media/processing/read-face.ts'
import { sanitizeName } from '#server/integrations/sanitize-text.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import type { Settings } from '#server/settings.ts'
import { webLink } from '#common/text/web-link.ts'
import { brandName } from '#contract/cards/service-names.ts'
import { presentCard } from './present-card.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { readServices } from './read-services.ts'
import { readCardWithDefaults } from './read-card.ts'
import { writeVCard, type Person } from './write-v-card.ts'

type Deps = PlanReader & { storage: Storage; settings: Pick<Settings, 'publicUrl' | 'productName'> }

const noteMax = 1000

type Options = { alias: string; version?: string | undefined; isBrief?: boolean }

/**
 * The card as a contact file, without hidden fields. A brief one contains only names and the card's link, for recipients who may not have
 * seen the card.
 */
export async function buildVCard(
  deps: Deps,
  { alias, version, isBrief = false }: Options,
): Promise<{ file: string; name: string; subjectId: string }> {
  const { settings } = deps
  const [read, defaults] = await readNamed(deps, alias, version)
  if (isSwitchedOff(read.subject) || !has(read.permissions, 'VCard')) throw problem('card-not-found')
  const card = presentCard(read, defaults)
  const [services, photo] = await Promise.all([
    isBrief ? [] : readServices(deps, { subjectId: card.id }),
    readFace(deps, card.id).catch(nullIfUnavailable),
  ])
  const address = settings.publicUrl + cardHref({ alias: card.alias, version: read.version || undefined }, 'home')
  const person = personOf(card, services, { address, productName: settings.productName })
  return {
    file: writeVCard({ ...(isBrief ? toBrief(person) : person), photo, changedAt: read.subject.updatedAt }),
    name: isBrief ? sanitizeName(displayName(card)) : displayName(card),
    subjectId: card.id,
  }
}

/** The named version, or the published card if there is none: as for pictures, any word is accepted. */
async function readNamed(deps: Deps, alias: string, version?: string) {
  const published = () => readCardWithDefaults(deps, alias)
  if (!version) return published()
  return readCardWithDefaults(deps, alias, version).catch((error: unknown) => {
    if (isProblem(error) && error.problem.status === 404) return published()
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
    // A contact file needs a name even if the owner hides theirs.
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

/** Without the owner's free texts and links. */
function toBrief(person: Described): Described {
  return {
    ...person,
    fullName: sanitizeName(person.fullName),
    firstName: sanitizeName(person.firstName),
    lastName: sanitizeName(person.lastName),
    title: sanitizeName(person.title),
    company: sanitizeName(person.company),
    address: null,
    // The link to the card.
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
  // Phones merge equal numbers, so only the first label is used.
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
  const parts = [tagLine.show ? tagLine.text : '', licenseNumber.show ? licenseNumber.number : '', ...fields, plainText(card.bio)]
  const note = parts.filter(Boolean).join('\n\n')
  if (note.length <= noteMax) return note
  // Cut at a word boundary.
  return `${beginningOf(note, noteMax).replace(/\s+\S*$/, '')} …`
}
