import type { newContactFields } from './new-contact-input.ts'
import { mailHref } from '../list/place.ts'
import { countVCards, readVCard } from './read-v-card.ts'

/** What another app passed on, as the form for a new contact takes it; or why it cannot. */
export type Shared = { typed: SharedWords; trouble: null } | { typed: null; trouble: SharedTrouble }
export type SharedWords = Partial<Record<(typeof newContactFields)[number], string>>
export type SharedTrouble = 'nothing' | 'several' | 'unreadable' | 'large'

const troubles: readonly SharedTrouble[] = ['nothing', 'several', 'unreadable', 'large']
export const isSharedTrouble = (word: string | null): word is SharedTrouble => troubles.some((one) => one === word)

/** One contact file, or words and a link. */
export async function readShared(form: FormData): Promise<Shared> {
  const files = form.getAll('file').filter((one) => typeof one !== 'string' && one.size > 0)
  if (files.length > 1) return refused('several')
  const [file] = files
  if (file && typeof file !== 'string') return readFile(decode(await file.arrayBuffer()))
  const lines = ['title', 'text', 'url'].flatMap((name) => {
    const said = form.get(name)
    return typeof said === 'string' && said.trim() ? [said.trim()] : []
  })
  if (lines.length === 0) return refused('nothing')
  if (lines.some((line) => countVCards(line) > 0)) return readFile(lines.join('\n'))
  // A link often stands in the text, too.
  const said = lines.filter(
    (line, at) => !lines.some((other, place) => place !== at && other.includes(line) && (other !== line || place < at)),
  )
  const only = said.length === 1 ? (said[0] ?? '') : ''
  return { typed: clipped(mailHref(only) ? { emailAddress: only } : { notes: said.join('\n') }), trouble: null }
}

const refused = (trouble: SharedTrouble): Shared => ({ typed: null, trouble })

function readFile(text: string): Shared {
  if (countVCards(text) > 1) return refused('several')
  const person = countVCards(text) === 1 ? readVCard(text) : null
  return person ? { typed: clipped(person), trouble: null } : refused('unreadable')
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

function clipped(words: SharedWords): SharedWords {
  const kept = Object.entries(words).flatMap(([name, value]) => {
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
  return Object.fromEntries(kept) as SharedWords
}
