/** One value of several, with the label of the file: cell, work fax, home, or the person's own words. */
export type TypedValue = { type: string; value: string }
type VCardAddress = { type: string; street: string; city: string; state: string; zip: string; country: string }
export type VCard = {
  names: { full: string; first: string; middle: string; last: string; prefix: string; suffix: string }
  organization: string
  title: string
  phones: TypedValue[]
  emails: TypedValue[]
  addresses: VCardAddress[]
  urls: TypedValue[]
  note: string
  photo: { type: string; base64: string } | { url: string } | null
}

type Property = { group: string; name: string; types: string[]; isPreferred: boolean; isBase64: boolean; value: string }

/** Limit for a property's name and parameters. */
const headMax = 2000
/** The parts of an address. */
const partsMax = 7
/** More properties of one person are left out. */
const propertiesMax = 500
/** More lines of one property are left out: a picture of 10 MB has fewer. */
const piecesMax = 200_000
/** The length limit of a text in quoted-printable. */
const quotedMax = 100_000
/** Lines between two pauses. */
const linesAtOnce = 2000

/** The people in a vCard file, read without pauses. */
export function* readVCards(text: string): Generator<VCard> {
  for (const card of readVCardsWithPauses(text)) if (card) yield card
}

/**
 * The people in a vCard file of version 2.1, 3.0 or 4.0, one at a time. Preferred values come first. A card without its last line
 * is read up to where it ends; text outside of cards is ignored. Null is a pause: a server does other work then.
 */
export function* readVCardsWithPauses(text: string): Generator<VCard | null> {
  let properties: Property[] | null = null
  /** Cards within a card: version 2.1 nests an assistant's. */
  let depth = 0
  let isOld = false
  for (const line of logicalLines(text)) {
    if (line === null) {
      yield null
      continue
    }
    const edge = /^(BEGIN|END):VCARD\s*$/i.exec(line)?.[1]?.toUpperCase()
    if (edge === 'BEGIN') {
      if (depth > 0 || properties?.at(-1)?.name === 'AGENT') depth++
      else {
        if (properties) yield cardOf(properties, isOld)
        properties = []
        isOld = false
      }
    } else if (!properties) continue
    else if (edge === 'END') {
      if (depth > 0) {
        if (--depth === 0) properties.pop()
        continue
      }
      yield cardOf(properties, isOld)
      properties = null
    } else if (depth === 0 && properties.length < propertiesMax) {
      const property = readProperty(line)
      if (property?.name === 'VERSION') isOld = property.value.trim() === '2.1'
      else if (property) properties.push(property)
    }
  }
  if (properties) yield cardOf(properties, isOld)
}

/** The text of a file: UTF-8 or UTF-16 with or without its mark, otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // The first character of a file that is not UTF-8 is a Latin letter or a quote, so half of it is zero.
  if (second === 0 && first !== 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Unfolds lines: the next starts with a space, a quoted-printable line ends in `=`, and a picture's may start with anything. */
function* logicalLines(text: string): Generator<string | null> {
  let pieces: string[] = []
  let isQuoted = false
  let isPicture = false
  let count = 0
  const add = (piece: string) => void (pieces.length < piecesMax && pieces.push(piece))
  for (const line of rawLines(text)) {
    if (++count % linesAtOnce === 0) yield null
    // An empty line is between two properties, and unfolds nothing.
    if (line === '') continue
    const last = pieces.at(-1)
    if (last !== undefined && isQuoted && last.endsWith('=')) {
      pieces[pieces.length - 1] = last.slice(0, -1)
      add(line)
    } else if (last !== undefined && /^[ \t]/.test(line)) add(line.slice(1))
    else if (last !== undefined && isPicture && /^[A-Za-z0-9+/]{2,}={0,2}$/.test(line)) add(line)
    else {
      if (pieces.length > 0) yield pieces.join('')
      pieces = [line]
      const head = line.slice(0, Math.min(headMax, line.indexOf(':')))
      const parameters = head.includes(';') ? head.toUpperCase() : ''
      isQuoted = parameters.includes('QUOTED-PRINTABLE')
      isPicture = /ENCODING=B(ASE64)?(;|$)|;BASE64(;|$)/.test(parameters)
    }
  }
  if (pieces.length > 0) yield pieces.join('')
}

function* rawLines(text: string): Generator<string> {
  // Files of old Macs end their lines with a carriage return alone.
  const breaks = /\r\n?|\n/g
  for (let at = 0; at < text.length; at = breaks.lastIndex) {
    breaks.lastIndex = at
    const found = breaks.exec(text)
    yield text.slice(at, found?.index)
    if (!found) return
  }
}

function readProperty(line: string): Property | null {
  const match = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):/.exec(line.slice(0, headMax))
  if (!match) return null
  const [head, group = '', name = '', tail = ''] = match
  const words = (tail.match(/(?:"[^"]*"|[^";])+/g) ?? []).map((one) => {
    const at = one.indexOf('=')
    // Version 2.1 writes TEL;CELL for TEL;TYPE=CELL.
    const value = (at === -1 ? one : one.slice(at + 1)).replaceAll('"', '').trim()
    const key = at === -1 ? (/^(quoted-printable|base64)$/i.test(value) ? 'ENCODING' : 'TYPE') : one.slice(0, at).trim().toUpperCase()
    return { key, value }
  })
  const all = (key: string) => words.flatMap((one) => (one.key === key ? one.value.toLowerCase().split(',') : []))
  const [encoding = ''] = all('ENCODING')
  const value = line.slice(head.length)
  return {
    group: group.toLowerCase(),
    name: name.toUpperCase(),
    types: all('TYPE').map((type) => type.trim()),
    isPreferred: all('TYPE').includes('pref') || all('PREF').length > 0,
    isBase64: encoding === 'b' || encoding === 'base64',
    value: encoding === 'quoted-printable' ? fromQuotedPrintable(value.slice(0, quotedMax), all('CHARSET')[0] ?? 'utf-8') : value,
  }
}

function fromQuotedPrintable(value: string, charset: string): string {
  return value.replace(/(?:=[0-9a-f]{2})+/gi, (codes) => {
    const bytes = Uint8Array.from(codes.slice(1).split('='), (code) => Number.parseInt(code, 16))
    for (const label of [charset, 'utf-8']) {
      try {
        return new TextDecoder(label, { fatal: true }).decode(bytes)
      } catch {
        // An unknown or a wrong charset: the next is tried.
      }
    }
    return new TextDecoder('windows-1252').decode(bytes)
  })
}

function cardOf(properties: readonly Property[], isOld: boolean): VCard {
  const plain = (value: string) => unescape(value, isOld)
  const parts = (value: string) => splitParts(value).map(plain)
  const all = (name: string) => properties.filter((one) => one.name === name && /[^;\s]/.test(one.value))
  const first = (name: string) => plain(all(name)[0]?.value ?? '')
  const labels = new Map(all('X-ABLABEL').map(({ group, value }) => [group, plain(value).replace(/^_\$!<(.*)>!\$_$/, '$1')]))
  const typeOf = ({ group, types }: Property) =>
    ((group && labels.get(group)) || [...new Set(types.flatMap(plainType))].join(' ')).toLowerCase()
  const typed = (names: readonly string[], read: (value: string) => string): TypedValue[] =>
    preferredFirst(names.flatMap(all)).flatMap((one) => {
      const value = read(plain(one.value))
      return value ? [{ type: typeOf(one), value }] : []
    })
  const [last = '', firstName = '', middle = '', prefix = '', suffix = ''] = parts(all('N')[0]?.value ?? '')
  return {
    names: {
      full: first('FN') || [prefix, firstName, middle, last, suffix].filter(Boolean).join(' '),
      first: firstName,
      middle,
      last,
      prefix,
      suffix,
    },
    organization: parts(all('ORG')[0]?.value ?? '').find(Boolean) ?? '',
    title: first('TITLE') || first('ROLE'),
    phones: typed(['TEL'], (value) => value.replace(/^tel:/i, '').replace(/;ext=/i, ' ext. ').trim()),
    emails: typed(['EMAIL'], (value) => value.replace(/^mailto:/i, '')),
    addresses: preferredFirst(all('ADR')).map((one) => {
      const [box = '', extended = '', street = '', city = '', state = '', zip = '', country = ''] = parts(one.value)
      return { type: typeOf(one), street: [street, extended, box].filter(Boolean).join('\n'), city, state, zip, country }
    }),
    urls: typed(['URL', 'X-SOCIALPROFILE'], (value) => value),
    note: all('NOTE')
      .map(({ value }) => plain(value))
      .join('\n'),
    photo: photoOf(all('PHOTO')),
  }
}

const preferredFirst = (found: readonly Property[]) => found.toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred))

const meaningless = new Set(['pref', 'voice', 'internet', 'text', 'msg', 'uri', 'other'])
const plainType = (type: string) => (type === 'iphone' ? ['cell'] : meaningless.has(type) || type.startsWith('x-') ? [] : [type])

function photoOf(photos: readonly Property[]): VCard['photo'] {
  for (const { value, types, isBase64 } of photos) {
    const inline = /^data:([\w/+.-]+);base64,/i.exec(value.slice(0, 100))
    if (inline) return { type: inline[1]?.toLowerCase() ?? '', base64: value.slice(inline[0].length).replace(/\s/g, '') }
    if (/^https?:/i.test(value)) return { url: value.replace(/\\([:,;])/g, '$1').trim() }
    if (!isBase64) continue
    const type = types.map((one) => one.replace(/^image\//, '')).find((one) => /^[a-z]+$/.test(one) && one !== 'pref')
    return { type: `image/${type === undefined || type === 'jpg' ? 'jpeg' : type}`, base64: value.replace(/\s/g, '') }
  }
  return null
}

/** Splits at semicolons that are not escaped. */
function splitParts(value: string): string[] {
  const found = ['']
  for (const [piece] of value.matchAll(/\\.|;|[^\\;]+|\\/gs)) {
    if (piece !== ';') found[found.length - 1] += piece
    else if (found.length === partsMax) break
    else found.push('')
  }
  return found
}

/** Version 2.1 escapes separators only: its line breaks are quoted-printable. */
const unescape = (value: string, isOld: boolean) =>
  (isOld ? value.replace(/\\([;,:\\])/g, '$1') : value.replace(/\\(.)/gs, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign)))
    .replace(/\r\n?/g, '\n')
    .trim()
