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

/** Where all of it is too long, the longest gives way: what does not fit would be lost with the rest. */
function packed(words: SharedWords): string {
  const kept: Record<string, string> = { ...words }
  const pack = () => Buffer.from(JSON.stringify(kept)).toString('base64url')
  while (pack().length > lettersMax) {
    const [field = '', text = ''] = Object.entries(kept).toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    kept[field] = text.slice(0, Math.floor(text.length * 0.8)).toWellFormed()
  }
  return pack()
}
