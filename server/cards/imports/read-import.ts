import { decodeText } from '#common/read-vcards.ts'
import {
  importFileBytesMax,
  importPeopleMax,
  importPhotoLettersMax,
  type CardImport,
  type ImportedCard,
  type ImportFailure,
} from '#contract/cards/card-imports.ts'
import { parseLink } from '#common/text/web-link.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { PageReader } from '#server/integrations/page-reader.ts'
import { decodePicture } from '#server/media/processing/decode-picture.ts'
import { checkFound, type Found } from './found.ts'
import { parsePage } from './parse-page.ts'
import { parsePeople, type Person } from './parse-people.ts'

type Deps = { pageReader: PageReader }

/** A file of contacts can have many empty ones. */
const peopleReadMax = 2000
const photoBytesMax = 5 * 1024 * 1024

/** The card in a file. If it has several people, returns all of them, to choose from. Stores nothing. */
export async function readImportFile(deps: Deps, bytes: Uint8Array): Promise<CardImport> {
  if (bytes.length === 0) throw unreadable('empty')
  if (isArchive(bytes)) throw unreadable('workbook')
  const read = await parsePeople(decodeText(bytes))
  if ('failure' in read) throw unreadable(read.failure)
  const people: { card: Checked; person: Person }[] = []
  let count = 0
  for await (const person of read.people) {
    const card = checkFound(person.found)
    if (isSomeone(card)) people.push({ card, person })
    if (people.length > importPeopleMax || ++count >= peopleReadMax) break
  }
  const [only] = people
  if (!only) throw unreadable('nothing')
  if (people.length === 1) return one(await complete(deps, only.card, only.person.found.photo))
  return { card: null, people: people.slice(0, importPeopleMax).map(presentPerson), hasMore: people.length > importPeopleMax }
}

/** The card that a public page shows. */
export async function readImportPage(deps: Deps, address: string): Promise<CardImport> {
  const url = parseLink(address)
  if (url?.protocol === 'http:') url.protocol = 'https:'
  const page = url && (await deps.pageReader.read(url, importFileBytesMax))
  if (!page) throw unreadable('page')
  const isPage = /^(text\/html|application\/xhtml\+xml)\b/i.test(page.type)
  if (!isPage) return readImportFile(deps, page.body)
  const found = parsePage(decodeText(page.body), page.url)
  const card = checkFound(found)
  if (!isSomeone(card)) throw unreadable('nothing')
  return one(await complete(deps, card, found.photo))
}

const one = (card: ImportedCard): CardImport => ({ card, people: [], hasMore: false })

const unreadable = (kind: ImportFailure) => problem('import-unreadable', { extensions: { kind } })

/** A spreadsheet, or another zipped file. */
const isArchive = ([first, second, third]: Uint8Array) =>
  (first === 0x50 && second === 0x4b && third === 3) || (first === 0xd0 && second === 0xcf)

type Checked = Omit<ImportedCard, 'photo'>

const isSomeone = ({ fields, links }: Checked) => Object.keys(fields).some((name) => name !== 'bio') || links.length > 0

function presentPerson({ card, person: { source } }: { card: Checked; person: Person }): CardImport['people'][number] {
  const { fullName = '', companyName = '', emailAddress = '', phoneNumber = '' } = card.fields
  const [name = '', ...more] = [fullName, companyName, emailAddress, phoneNumber].filter(Boolean)
  return { name, note: more.find((text) => text !== name) ?? '', source }
}

/** Adds the photo. If it can't be loaded, it is listed in `leftOut`. */
async function complete({ pageReader }: Deps, card: Checked, source: Found['photo']): Promise<ImportedCard> {
  if (!source) return { ...card, photo: '' }
  const bytes = 'bytes' in source ? source.bytes : await fetchPhoto(pageReader, source.url)
  const photo = bytes && (await shrink(bytes))
  if (photo) return { ...card, photo }
  const what = 'url' in source ? source.url.slice(0, 200) : 'PHOTO'
  return { ...card, photo: '', leftOut: [{ what, reason: 'photo' as const }, ...card.leftOut].slice(0, 60) }
}

async function fetchPhoto(pageReader: PageReader, href: string): Promise<Buffer | null> {
  const url = parseLink(href)
  if (url?.protocol === 'http:') url.protocol = 'https:'
  return (url && (await pageReader.read(url, photoBytesMax)))?.body ?? null
}

/** Re-encoded like every picture, and small enough for a form. */
async function shrink(bytes: Buffer): Promise<string | null> {
  for (const shrinkTo of [800, 480, 240]) {
    const master = await decodePicture(bytes, { shrinkTo }).catch(() => null)
    if (!master || Math.min(master.width, master.height) < 16) return null
    const photo = master.bytes.toString('base64')
    if (photo.length <= importPhotoLettersMax) return photo
  }
  return null
}
