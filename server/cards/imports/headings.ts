import type { ImportedField } from '#contract/cards/card-imports.ts'
import { unescapeCell } from '#server/common/write-csv.ts'
import { addField, nothingFound, photoOf, type Found } from './found.ts'

type Slot = ImportedField | 'firstName' | 'middleName' | 'lastName' | 'link' | 'photo' | 'about'

/** Headings of exports, in lower case without spaces and signs. Of several with a value, the first named here is taken. */
const slots: Readonly<Record<Slot, string>> = {
  fullName: 'fullname name displayname cardname nameoncard contactname',
  firstName: 'firstname givenname first fname',
  middleName: 'middlename additionalname',
  lastName: 'lastname familyname surname last lname',
  title: 'jobtitle title position role occupation organizationtitle organization1title headline',
  companyName: 'company companyname organization organizationname organization1name employer business businessname',
  phoneNumber:
    'mobilephone mobile mobilenumber cell cellphone phone phonenumber number phone1 phone1value workphone businessphone workphonenumber telephone contactnumber',
  emailAddress: 'email emailaddress workemail businessemail primaryemail email1 email1value emailaddress1 personalemail',
  bio: 'bio about aboutme biography description pagedescription tagline',
  companyAddress: 'address street streetaddress address1street businessstreet workaddress location addressline1 companyaddress',
  companyCity: 'city address1city businesscity companycity town',
  companyState: 'state address1region businessstate region province companystate',
  companyZip: 'zip zipcode postalcode postcode address1postalcode businesspostalcode companyzip',
  companyCountry: 'country address1country businesscountryregion businesscountry companycountry countryregion',
  link: 'website url web websiteurl link linkurl companywebsite homepage webpage personalwebsite website1value otherlink profileurl cardurl links',
  photo: 'photo photourl profilephoto profilephotourl profilepicture profilepictureurl picture image imageurl avatar avatarurl headshot',
  about: 'id clicks views createdat updatedat created updated timestamp type active linktitle labels tags notes',
}
const slotOf = new Map(
  Object.entries(slots).flatMap(([slot, words]) => words.split(' ').map((word, rank) => [word, { slot: slot as Slot, rank }] as const)),
)

/** Where a user name leads, by the network that the heading names. */
const networks: Readonly<Record<string, string>> = {
  linkedin: 'https://www.linkedin.com/in/',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  twitter: 'https://x.com/',
  x: 'https://x.com/',
  xtwitter: 'https://x.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
  pinterest: 'https://www.pinterest.com/',
  vimeo: 'https://vimeo.com/',
  whatsapp: 'https://wa.me/',
  github: 'https://github.com/',
  threads: 'https://www.threads.net/@',
  zillow: 'https://www.zillow.com/profile/',
}

/** What a heading means. A file's headings are read once, not with each row. */
export type Column = { heading: string; slot?: Slot; rank: number; network?: string }
export type Cell = Column & { value: string }

const linksPerCellMax = 200

export function readHeading(heading: string): Column {
  const name = heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const known = slotOf.get(name)
  if (known) return { heading, ...known }
  const network = name.replace(/(url|link|profile|username|handle|page)$/, '')
  return { heading, rank: 0, ...(Object.hasOwn(networks, network) && { network: networks[network] }) }
}

export const isKnown = ({ slot, network }: Column) => slot !== undefined || network !== undefined

/** True if any column is something that a card has. */
export const hasKnown = (columns: readonly Column[]) => columns.some((one) => isKnown(one) && one.slot !== 'about')

/** True if each row is a link rather than a person. */
export function isLinkTable(columns: readonly Column[]): boolean {
  const found = new Set(columns.map(({ slot }) => slot))
  return (
    found.has('link') &&
    !(['fullName', 'firstName', 'lastName', 'emailAddress', 'phoneNumber', 'companyName'] as const).some((slot) => found.has(slot))
  )
}

/** One person from values with headings. A value that a spreadsheet would calculate is not taken. */
export function readCells(cells: readonly Cell[]): Found {
  const found = nothingFound()
  const names = { firstName: '', middleName: '', lastName: '' }
  const isField = ({ slot }: Cell) => !['link', 'photo', 'about', undefined].includes(slot)
  const fields = cells.filter(isField).toSorted((a, b) => a.rank - b.rank)
  for (const { heading, slot, network, value: whole } of [...cells.filter((cell) => !isField(cell)), ...fields]) {
    const value = unescapeCell(whole.trim())
    if (value === '') continue
    if (isFormula(value)) {
      found.leftOut.push({ what: heading, reason: 'formula' })
      continue
    }
    if (network) found.links.push(...listOf(value).map((one) => profileLink(network, one)))
    else if (!slot) found.leftOut.push({ what: heading, reason: 'unknown' })
    else if (slot === 'firstName' || slot === 'middleName' || slot === 'lastName') names[slot] ||= value
    else if (slot === 'link') found.links.push(...listOf(value))
    else if (slot === 'photo') found.photo ??= /^data:/i.test(value) ? photoOf(value) : { url: value }
    else if (slot !== 'about') addField(found, slot, slot === 'bio' ? value : (value.split(' ::: ')[0] ?? ''), `${heading}: ${value}`)
  }
  if (!found.fields.fullName) addField(found, 'fullName', Object.values(names).filter(Boolean).join(' '))
  return found
}

/** A phone number may begin with + or -, and a user name with @. */
const isFormula = (value: string) => /^=|^[+@-](?![\d\s().-]*$)[^\n]{0,80}[(|!]/.test(value)

const listOf = (value: string) =>
  value
    .split(/\s+(?::::\s+)?|[,;]\s*(?=https?:)/)
    .filter(Boolean)
    .slice(0, linksPerCellMax)

function profileLink(network: string, value: string): string {
  if (/^https?:/i.test(value) || value.includes('/')) return value
  const name = network.includes('wa.me') ? value.replace(/\D/g, '') : value.replace(/^@/, '')
  return network + encodeURIComponent(name)
}
