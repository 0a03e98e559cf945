import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { contactFieldsOf } from '#common/contact-fields.ts'
import { decodeText, readVCardsWithPauses } from '#common/read-vcards.ts'
import type { importPartIssues, importRowIssues } from '#contract/contact-imports.ts'
import { contactImportMax, tagLettersMax, tagsMax, type contactFileIssues } from '#contract/constants.ts'
import { isPhone } from '#common/text/phone.ts'
import type { IssueValues } from '#contract/problem.ts'
import { fieldIssue, inputIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import { parseCsv } from '#server/common/parse-csv.ts'
import type { ImportedFields } from '../tables.ts'
import { knownHeadings, personOf, targetOf, type Person } from './import-columns.ts'
import { dateOf } from './date-of.ts'

type Issue = (typeof importRowIssues)[number]
type PartIssue = (typeof importPartIssues)[number]
type ReadFields = { fields: ImportedFields; isCut: boolean; partIssue: PartIssue | null }
export type ReadRow = ({ line: number } & ReadFields) | { line: number; issue: Issue }
type ReadPerson = { line: number } & (Person | { issue: Issue })

const lineMax = 200
const notesMax = 4000
const emailMax = 254
const email = z.email().max(emailMax)

/** The contacts of a .csv or .vcf file, one at a time. `unknown` collects the headings of filled columns that are not imported. */
export async function* readPeople(bytes: Uint8Array, unknown: Set<string>, now: Date): AsyncGenerator<ReadRow> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw refused('workbook')
  const text = decodeText(bytes)
  if (text.trim() === '') throw refused('empty')
  const isVCard = /^\s*BEGIN:VCARD/i.test(text.slice(0, 1000))
  let count = 0
  for await (const person of isVCard ? vCardPeople(text) : csvPeople(text, unknown)) {
    if (++count > contactImportMax.rows) throw refused('rows', { count: contactImportMax.rows })
    yield 'issue' in person ? person : { line: person.line, ...withinLimits(person, now) }
  }
  if (count === 0) throw refused('empty')
}

const refused = (code: (typeof contactFileIssues)[number], values?: IssueValues) =>
  problem('input-invalid', { issue: inputIssue(code, values), issues: [fieldIssue('file', code, values)] })

async function* vCardPeople(text: string): AsyncGenerator<ReadPerson> {
  let line = 0
  for (const card of readVCardsWithPauses(text)) {
    if (card) yield { line: ++line, ...orEmpty({ card, labels: [], date: '' }) }
    else await setImmediate()
  }
}

async function* csvPeople(text: string, unknown: Set<string>): AsyncGenerator<ReadPerson> {
  async function* blocks() {
    // Small enough that the parser, which cuts off what it has read, does not copy the file again and again. Between two of them
    // the server does other work.
    for (let at = 0; at < text.length; at += 65_536) {
      yield text.slice(at, at + 65_536)
      await setImmediate()
    }
  }
  let headings: string[] | null = null
  let targets: ReturnType<typeof targetOf>[] = []
  for await (const { line, cells, issue } of parseCsv(blocks())) {
    if (headings === null) {
      if (cells.length > contactImportMax.columns) throw refused('columns', { count: contactImportMax.columns })
      headings = cells.map((cell) => cell.trim())
      targets = headings.map(targetOf)
      if (!targets.some((target) => target && /^(first|last|full|phone|email|organization)$/.test(target.kind)))
        throw refused('unknown', { headings: knownHeadings })
      continue
    }
    if (issue !== undefined) yield { line, issue: 'quotes' }
    else if (cells.slice(headings.length).some((cell) => cell.trim() !== '')) yield { line, issue: 'columns' }
    else {
      for (const [at, cell] of cells.entries())
        if (targets[at] === null && headings[at] && cell.trim() && unknown.size < unknownMax) unknown.add(headings[at].slice(0, lineMax))
      yield { line, ...orEmpty(personOf(targets, cells)) }
    }
  }
}

const unknownMax = 50

function orEmpty(person: Person): Person | { issue: Issue } {
  const { names, organization, phones, emails } = person.card
  const isEmpty = !names.first && !names.last && !names.full && !organization && phones.length === 0 && emails.length === 0
  return isEmpty ? { issue: 'empty' } : person
}

/** A contact within its limits. An email address that is none stays in the notes, as does a phone number. */
function withinLimits({ card, labels, date, line: row }: Person & { line: number }, now: Date): ReadFields {
  const found = contactFieldsOf(card)
  const address = found.emailAddress.trim()
  const isEmail = address === '' || email.safeParse(address).success
  const notes = [found.notes, isEmail ? '' : address].filter(Boolean).join('\n')
  let isCut = false
  const cut = (text: string, max: number) => {
    if (text.length > max) isCut = true
    return text.slice(0, max).toWellFormed().trim()
  }
  const line = (text: string) => cut(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), lineMax)
  const phoneNumber = line(found.phoneNumber)
  const emailAddress = isEmail ? address : ''
  const tags = [...new Set(labels.map((label) => cut(label.replace(/[\p{Cc},]+/gu, ' ').trim(), tagLettersMax)).filter(Boolean))]
  if (tags.length > tagsMax) isCut = true
  const dateCreated = dateOf(date, row, now)
  const fields = {
    name: line(found.name) || phoneNumber || emailAddress.slice(0, lineMax) || cut(address, lineMax) || line(card.phones[0]?.value ?? ''),
    lastName: line(found.lastName),
    phoneNumber,
    emailAddress,
    title: line(found.title),
    companyName: line(found.companyName),
    address: line(found.address),
    city: line(found.city),
    state: line(found.state),
    zip: line(found.zip),
    notes: cut(notes.replaceAll('\0', '').trim(), notesMax),
    tags: tags.slice(0, tagsMax),
    dateCreated: dateCreated?.toISOString(),
  }
  const partIssue = !card.phones.every(({ value }) => isPhone(value)) ? 'phone' : date && !dateCreated ? 'date' : null
  return { fields, isCut, partIssue }
}
