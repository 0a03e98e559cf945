import { z } from 'zod'
import { importedFields, importLinksMax, type ImportedCard, type ImportedField, type LeftOut } from '#contract/cards/card-imports.ts'
import { readWebLink } from '#contract/cards/check-service-link.ts'
import { beginningOf } from '#common/text/beginning-of.ts'

/** What a source says about one person, before it is checked. */
export type Found = {
  fields: Partial<Record<ImportedField, string>>
  links: string[]
  photo: { bytes: Buffer } | { url: string } | null
  leftOut: LeftOut[]
}

export const nothingFound = (): Found => ({ fields: {}, links: [], photo: null, leftOut: [] })

const lineMax = 200
const bioMax = 4000
const leftOutMax = 60
/** Every link up to this many is parsed; a card takes far fewer. */
export const linksReadMax = 500

/** Uses the first value of a field, and lists further ones as left out. */
export function addField(found: Found, field: ImportedField, value: string, what: string = value) {
  const text = value.trim()
  if (text === '' || found.fields[field] === text) return
  if (found.fields[field] === undefined) found.fields[field] = text
  else found.leftOut.push({ what, reason: 'further' })
}

/** The photo of base64 or a data URL. */
export const photoOf = (base64: string): Found['photo'] => ({ bytes: Buffer.from(base64.replace(/^data:[^,]{0,100},/i, ''), 'base64') })

/** Checks each value as a card would. What fails is listed as left out. */
export function checkFound({ fields, links, leftOut }: Found): Omit<ImportedCard, 'photo'> {
  const issues: LeftOut[] = []
  const checked: ImportedCard['fields'] = {}
  for (const field of importedFields) {
    const value = cleanOf(field, fields[field] ?? '')
    if (value === '') continue
    if (isValid(field, value)) checked[field] = value
    else issues.push({ what: value, reason: 'invalid' })
  }
  const hrefs = new Set<string>()
  for (const link of links.slice(0, linksReadMax)) {
    const read = link.length > 2000 ? null : readWebLink(link)
    if (read && 'href' in read) hrefs.add(read.href)
    else issues.push({ what: link, reason: 'invalid' })
  }
  const over = hrefs.size - importLinksMax
  return {
    fields: checked,
    links: [...hrefs].slice(0, importLinksMax),
    leftOut: [...(over > 0 ? [{ what: String(over), reason: 'too-many' } as const] : []), ...leftOut, ...issues]
      .map(({ what, reason }) => ({ what: beginningOf(oneLine(what), lineMax), reason }))
      .filter(({ what }) => what !== '')
      .slice(0, leftOutMax),
  }
}

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed()

function cleanOf(field: ImportedField, value: string): string {
  if (field !== 'bio') return oneLine(value)
  const text = value.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ')
  return beginningOf(text.trim().toWellFormed(), bioMax)
}

function isValid(field: ImportedField, value: string): boolean {
  if (field === 'bio') return true
  if (value.length > lineMax) return false
  if (field === 'emailAddress') return z.email().safeParse(value).success
  return field !== 'phoneNumber' || /(\d\D{0,5}){4}/.test(value)
}
