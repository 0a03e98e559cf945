import { newContactFields } from './new-contact-input.ts'
import type { SharedWords } from './read-shared.ts'

const name = 'shared'
const lifeSeconds = 15 * 60
/** Browsers keep cookies of 4096 bytes with their name and all. */
const lettersMax = 3600

/**
 * What was shared, on its way through a login to the form: no address carries it, no page and no script reads it, and it is
 * gone after a quarter of an hour.
 */
export function carryShared(words: SharedWords, { alias, isSecure }: { alias: string; isSecure: boolean }): string {
  return `${name}=${packed(words)}; Max-Age=${lifeSeconds}; Path=/${alias}/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** What lies in a browser may be anybody's: fields of ours with words in them, and nothing else. */
export function carriedShared(request: Request): SharedWords | null {
  const found = /(?:^|;\s*)shared=([\w-]{1,4000})(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
  if (!found) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(found, 'base64url').toString('utf8'))
    if (typeof read !== 'object' || read === null) return null
    const kept = newContactFields.flatMap((field) => {
      const value: unknown = Reflect.get(read, field)
      return typeof value === 'string' && field !== 'submissionId' ? [[field, value]] : []
    })
    return kept.length > 0 ? (Object.fromEntries(kept) as SharedWords) : null
  } catch {
    return null
  }
}

/** Notes give way where all of it is too long. */
function packed(words: SharedWords): string {
  const pack = (notes: string) => Buffer.from(JSON.stringify({ ...words, ...(notes ? { notes } : {}) })).toString('base64url')
  let notes = words.notes ?? ''
  while (notes !== '' && pack(notes).length > lettersMax) notes = notes.slice(0, Math.floor(notes.length * 0.8)).toWellFormed()
  return pack(notes)
}
