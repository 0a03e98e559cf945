/** What a contact file says of a person, as far as a contact has room for it. */
export type ReadPerson = {
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

/** No property’s name and parameters are longer, and no contact has as many of them; its picture is one, whose lines are folded. */
const headMax = 400
const linesMax = 5000
/** As many as an address has. */
const partsMax = 7

type Property = { name: string; params: string; value: string }

/** How many people a file holds: none, one, or two and more. */
export function countVCards(text: string): number {
  const begins = /^BEGIN:VCARD[ \t]*\r?$/gim
  let people = 0
  while (people < 2 && begins.test(text)) people++
  return people
}

/** One person from a vCard of any version; phones still send 2.1, letter by letter in quoted-printable. Null where it names nobody. */
export function readVCard(text: string): ReadPerson | null {
  const properties = unfolded(text).flatMap((line) => readProperty(line) ?? [])
  const all = (name: string) => properties.filter((one) => one.name === name && one.value.trim() !== '')
  const first = (name: string) => plain(all(name)[0]?.value ?? '')
  const [lastName = '', firstName = ''] = parts(all('N')[0]?.value ?? '')
  const [company = ''] = parts(all('ORG')[0]?.value ?? '')
  const [, , street = '', city = '', state = '', zip = ''] = parts(all('ADR')[0]?.value ?? '')
  const [mobile, ...phones] = all('TEL').toSorted((a, b) => Number(isMobile(b)) - Number(isMobile(a)))
  const [mail, ...mails] = all('EMAIL')
  const called = firstName || (lastName ? '' : first('FN')) || lastName || company
  const more = [...phones, ...mails, ...all('URL'), ...all('NOTE')].map(({ value }) => plain(value))
  const person = {
    name: called,
    lastName: called === lastName ? '' : lastName,
    phoneNumber: plain(mobile?.value ?? '').replace(/^tel:/i, ''),
    emailAddress: plain(mail?.value ?? ''),
    title: first('TITLE'),
    companyName: company,
    address: street,
    city,
    state,
    zip,
    notes: more.map((line) => line.replace(/^tel:/i, '')).join('\n'),
  }
  return person.name || person.phoneNumber || person.emailAddress ? person : null
}

/** A line goes on where the next begins with a space, or where quoted-printable ends in `=`. */
function unfolded(text: string): string[] {
  const lines: string[][] = []
  let goesOn = false
  let isQuoted = false
  for (const line of text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n', linesMax)) {
    if (!goesOn) {
      lines.push([])
      isQuoted = line.slice(0, headMax).split(':', 1)[0]?.toUpperCase().includes('QUOTED-PRINTABLE') ?? false
    }
    goesOn = isQuoted && line.endsWith('=')
    lines.at(-1)?.push(goesOn ? line.slice(0, -1) : line)
  }
  return lines.map((pieces) => pieces.join(''))
}

function readProperty(line: string): Property | null {
  const at = line.indexOf(':')
  if (at < 1 || at > headMax) return null
  const [name = '', ...params] = line.slice(0, at).split(';')
  const said = params.join(';').toUpperCase()
  const value = line.slice(at + 1)
  return {
    name: name.replace(/^[\w-]+\./, '').toUpperCase(),
    params: said,
    value: said.includes('QUOTED-PRINTABLE') ? fromQuotedPrintable(value) : value,
  }
}

const isMobile = ({ params }: Property) => /CELL|IPHONE|PREF/.test(params)

function fromQuotedPrintable(value: string): string {
  const escaped = value.replace(/%/g, '%25').replace(/=([0-9a-f]{2})/gi, '%$1')
  try {
    return decodeURIComponent(escaped)
  } catch {
    return value
  }
}

/** Parts stand between semicolons; one behind a backslash belongs to the words. */
const parts = (value: string) => value.split(/(?<!\\);/, partsMax).map(plain)

const plain = (value: string) => value.replace(/\\n/gi, '\n').replace(/\\(.)/g, '$1').trim()
