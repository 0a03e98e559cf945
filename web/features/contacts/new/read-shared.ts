import type { newContactFields } from './new-contact-input.ts'
import { mailHref } from '../list/contact-links.ts'
import { countVCards, readVCard } from './read-v-card.ts'

/** Data shared by another app as form values, or the reason it is unusable. */
type Shared = { typed: SharedFields; failure: null } | { typed: null; failure: ShareError }
export type SharedFields = Partial<Record<(typeof newContactFields)[number], string>>
export type ShareError = 'nothing' | 'several' | 'unreadable' | 'large'

const errors: readonly ShareError[] = ['nothing', 'several', 'unreadable', 'large']
export const isShareError = (word: string | null): word is ShareError => errors.some((one) => one === word)

/** Reads a contact file, or a text and a link. */
export async function readShared(form: FormData): Promise<Shared> {
  const files = form.getAll('file').filter((one) => typeof one !== 'string' && one.size > 0)
  if (files.length > 1) return refused('several')
  const [file] = files
  if (file && typeof file !== 'string') return readFile(decode(await file.arrayBuffer()))
  const lines = ['title', 'text', 'url'].flatMap((name) => {
    const texts = form.get(name)
    return typeof texts === 'string' && texts.trim() ? [texts.trim()] : []
  })
  if (lines.length === 0) return refused('nothing')
  if (lines.some((line) => countVCards(line) > 0)) return readFile(lines.join('\n'))
  // The text often contains the link, too.
  const texts = lines.filter(
    (line, at) => !lines.some((other, place) => place !== at && other.includes(line) && (other !== line || place < at)),
  )
  const only = texts.length === 1 ? (texts[0] ?? '') : ''
  return { typed: clipped(mailHref(only) ? { emailAddress: only } : { notes: texts.join('\n') }), failure: null }
}

const refused = (failure: ShareError): Shared => ({ typed: null, failure })

function readFile(text: string): Shared {
  if (countVCards(text) > 1) return refused('several')
  const person = countVCards(text) === 1 ? readVCard(text) : null
  return person ? { typed: clipped(person), failure: null } : refused('unreadable')
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const lineMax = 200
const notesMax = 4000

function clipped(words: SharedFields): SharedFields {
  const fields = Object.entries(words).flatMap(([name, value]) => {
    const clean =
      name === 'notes'
        ? value.replaceAll('\0', '').trim().slice(0, notesMax).toWellFormed()
        : value
            .replace(/[\p{Cc}\s]+/gu, ' ')
            .trim()
            .slice(0, lineMax)
            .toWellFormed()
    return clean === '' ? [] : [[name, clean]]
  })
  return Object.fromEntries(fields) as SharedFields
}
