import { setImmediate } from 'node:timers/promises'
import { readVCardsWithPauses, type VCard } from '#common/read-vcards.ts'
import { mobileFirst } from '#common/contact-fields.ts'
import { parseCsv } from '#server/common/parse-csv.ts'
import { writeCsvLine } from '#server/common/write-csv.ts'
import { addField, linksReadMax, nothingFound, photoOf, type Found } from './found.ts'
import { hasKnown, isKnown, isLinkTable, readCells, readHeading, type Cell, type Column } from './headings.ts'
import { readJson } from './json-card.ts'
import { parsePage } from './parse-page.ts'

/** A person of a file, and the part of the file that is about them. */
export type Person = { found: Found; source: string }
type People = { people: AsyncIterable<Person> | Iterable<Person> } | { failure: 'empty' | 'type' | 'columns' }

/** The people in the text of a file, one at a time. The content decides the kind of file. */
export async function parsePeople(text: string): Promise<People> {
  const start = text.slice(0, 2000).trimStart()
  if (text.trim() === '') return { failure: 'empty' }
  if (text.includes('\0')) return { failure: 'type' }
  if (/^BEGIN:VCARD/im.test(text)) return { people: vCardPeople(text) }
  if (/^[[{]/.test(start)) return jsonPeople(text)
  if (/^<(!doctype|html|head|\?xml|!--)/i.test(start)) return { people: [{ found: parsePage(text, null), source: '' }] }
  return csvPeople(text)
}

async function* vCardPeople(text: string): AsyncGenerator<Person> {
  const begin = /^BEGIN:VCARD[ \t]*\r?$/gim
  let from = text.search(begin)
  begin.lastIndex = from + 1
  for (; from !== -1;) {
    const next = begin.exec(text)?.index ?? -1
    const source = text.slice(from, next === -1 ? text.length : next)
    for (const card of readVCardsWithPauses(source)) {
      if (card) yield { found: fromVCard(card, source), source }
      else await setImmediate()
    }
    from = next
  }
}

/** Properties that a card has no place for. */
const unsupported =
  /^(?:[\w-]{1,40}\.)?(BDAY|ANNIVERSARY|NICKNAME|NOTE|CATEGORIES|GEO|IMPP|LOGO|SOUND|KEY|RELATED|GENDER|TZ|X-[A-Z-]{1,30})[;:]/gim
const technical = /^X-(ABLABEL|ABADR|ABUID|ABSHOWAS|SOCIALPROFILE|PHONETIC|WAB|MS-|EVOLUTION|ANDROID)/i

function fromVCard({ names, organization, title, phones, emails, addresses, urls, photo }: VCard, source: string): Found {
  const found = nothingFound()
  addField(found, 'fullName', names.full || organization)
  addField(found, 'title', title)
  addField(found, 'companyName', organization)
  for (const { value } of mobileFirst(phones)) addField(found, 'phoneNumber', value)
  for (const { value } of emails) addField(found, 'emailAddress', value)
  const [first, ...others] = addresses
  if (first) {
    addField(found, 'companyAddress', first.street)
    addField(found, 'companyCity', first.city)
    addField(found, 'companyState', first.state)
    addField(found, 'companyZip', first.zip)
    addField(found, 'companyCountry', first.country)
  }
  for (const { street, city } of others) found.leftOut.push({ what: [street, city].filter(Boolean).join(', '), reason: 'further' })
  found.links = urls.map(({ value }) => value)
  found.photo = photo && ('url' in photo ? { url: photo.url } : photoOf(photo.base64))
  const properties = new Set([...source.matchAll(unsupported)].map(([, name = '']) => name.toUpperCase()))
  for (const what of properties) if (!technical.test(what)) found.leftOut.push({ what, reason: 'unknown' })
  return found
}

function jsonPeople(text: string): People {
  if (/(?:[[{]\s{0,9}){200}/.test(text)) return { failure: 'type' }
  try {
    return { people: readJson(JSON.parse(text)) }
  } catch {
    // No JSON, or nested without end.
    return { failure: 'type' }
  }
}

/** Further rows of a table are ignored. */
const rowsMax = 2000
const columnsMax = 500
const headingLettersMax = 200
/** Yields to other requests after this many rows, which may have hundreds of columns each. */
const rowsAtOnce = 20

async function csvPeople(text: string): Promise<People> {
  const records = parseCsv(once(text))
  const { value: first } = await records.next()
  if (!first || first.issue !== undefined) return { failure: first && first.cells.length > 1 ? 'columns' : 'type' }
  const columns: Column[] = first.cells.map(readHeading)
  if (!hasKnown(columns)) return { failure: columns.length > 1 ? 'columns' : 'type' }
  if (columns.length > columnsMax || columns.some(({ heading }) => heading.length > headingLettersMax)) return { failure: 'columns' }
  async function* rows(): AsyncGenerator<Cell[]> {
    let read = 0
    for await (const { cells, issue } of records) {
      if (++read > rowsMax) return
      if (read % rowsAtOnce === 0) await setImmediate()
      if (issue === undefined)
        yield columns.map((column, at) => ({ ...column, value: cells[at] ?? '' })).filter(({ heading }) => heading.trim() !== '')
    }
  }
  if (isLinkTable(columns)) return { people: [{ found: await linksOf(rows()), source: '' }] }
  async function* people(): AsyncGenerator<Person> {
    for await (const cells of rows()) yield { found: readCells(cells), source: csvOf(cells.filter(isKnown)) }
  }
  return { people: people() }
}

/** A table of links is about one person. */
async function linksOf(rows: AsyncIterable<Cell[]>): Promise<Found> {
  const found = nothingFound()
  for await (const cells of rows) {
    found.links.push(...readCells(cells).links)
    if (found.links.length > linksReadMax) break
  }
  return found
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

const csvOf = (cells: readonly Cell[]): string =>
  (writeCsvLine(cells.map(({ heading }) => heading)) + writeCsvLine(cells.map(({ value }) => value))).trimEnd()
