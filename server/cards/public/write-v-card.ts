/** One line of a contact file: `item1.URL;TYPE=…:value`. The value is already escaped. */
type Line = { name: string; params?: readonly string[]; group?: string; value: string }

export type Person = {
  id: string
  isTeam: boolean
  fullName: string
  firstName: string
  lastName: string
  title: string
  company: string
  phones: readonly { number: string; label: string; types: readonly string[] }[]
  email: string
  address: { street: string; city: string; state: string; zip: string; country: string } | null
  links: readonly { label: string; url: string }[]
  note: string
  photo: Buffer | null
  changedAt: Date
  productName: string
}

const octetsMax = 75

/** The person as vCard 3.0, the version that contact apps on iPhone and Android read best. */
export function writeVCard(person: Person): string {
  const lines: Line[] = [
    { name: 'BEGIN', value: 'VCARD' },
    { name: 'VERSION', value: '3.0' },
    { name: 'PRODID', value: `-//${text(person.productName)}//EN` },
    ...named(person),
    ...(person.company ? [{ name: 'ORG', value: text(person.company) }] : []),
    ...(person.title ? [{ name: 'TITLE', value: text(person.title) }] : []),
    ...(person.email ? [{ name: 'EMAIL', params: ['TYPE=INTERNET,WORK,PREF'], value: text(person.email) }] : []),
    ...addressed(person.address),
    ...labeled(person),
    ...(person.note ? [{ name: 'NOTE', value: text(person.note) }] : []),
    ...(person.photo ? [{ name: 'PHOTO', params: ['ENCODING=b', 'TYPE=JPEG'], value: person.photo.toString('base64') }] : []),
    { name: 'UID', value: `urn:uuid:${person.id}` },
    { name: 'REV', value: person.changedAt.toISOString() },
    { name: 'END', value: 'VCARD' },
  ]
  return lines.map(format).join('')
}

/** Apple sorts company contacts by ORG, so only a contact named like its company is marked as one; a team has its own name. */
function named({ isTeam, fullName, firstName, lastName, company }: Person): Line[] {
  const parts = isTeam || !(firstName || lastName) ? [fullName, '', '', '', ''] : [lastName, firstName, '', '', '']
  return [
    { name: 'N', value: parts.map(text).join(';') },
    { name: 'FN', value: text(fullName) },
    ...(company && company === fullName ? [{ name: 'X-ABShowAs', value: 'COMPANY' }] : []),
  ]
}

function addressed(address: Person['address']): Line[] {
  if (!address) return []
  const { street, city, state, zip, country } = address
  return [{ name: 'ADR', params: ['TYPE=WORK'], value: ['', '', street, city, state, zip, country].map(text).join(';') }]
}

/** Adds Apple's labels to numbers and links; other readers show the number's TYPE. */
function labeled({ phones, links }: Person): Line[] {
  const numbers = phones.map(({ number, label, types }) => ({ name: 'TEL', params: [`TYPE=${types.join(',')}`], value: number, label }))
  const addresses = links.map(({ url, label }) => ({ name: 'URL', params: [], value: url, label }))
  return [...numbers, ...addresses].flatMap(({ label, ...line }, place) => {
    const group = `item${place + 1}`
    return [
      { group, ...line },
      { group, name: 'X-ABLabel', value: text(label) },
    ]
  })
}

function text(value: string): string {
  return value
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** Characters that a reader may treat as a line end, including Unicode separators. */
const lineEnds = /[\p{Cc}\p{Zl}\p{Zp}]/gu

const format = ({ group, name, params = [], value }: Line) =>
  fold(`${group ? `${group}.` : ''}${[name, ...params].join(';')}:${value.replace(lineEnds, '')}`)

/** Folds long lines: continuation lines begin with a space. Counts octets and never splits a letter. */
function fold(line: string): string {
  let folded = ''
  let remaining = octetsMax
  for (const letter of line) {
    const octets = Buffer.byteLength(letter)
    if (octets > remaining) {
      folded += '\r\n '
      remaining = octetsMax - 1
    }
    folded += letter
    remaining -= octets
  }
  return `${folded}\r\n`
}
