import { propertyOf } from '#common/property-of.ts'
import { newContactFields } from './new-contact-input.ts'
import type { SharedFields } from './read-shared.ts'

const name = 'shared'
const lifeSeconds = 15 * 60
/** Browsers limit a cookie to 4096 bytes, name and attributes included. */
const lettersMax = 3600

/**
 * Carries shared data through a login to the form, in a cookie that no script can read and that expires after 15 minutes.
 */
export function sharedCookie(words: SharedFields, { alias, isSecure }: { alias: string; isSecure: boolean }): string {
  return `${name}=${packed(words)}; Max-Age=${lifeSeconds}; Path=/${alias}/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Validates the cookie: known fields with text only. */
export function readSharedCookie(request: Request): SharedFields | null {
  const found = /(?:^|;\s*)shared=([\w-]{1,4000})(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
  if (!found) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(found, 'base64url').toString('utf8'))
    const fields = newContactFields.flatMap((field) => {
      const value = propertyOf(read, field)
      return typeof value === 'string' && field !== 'submissionId' ? [[field, value]] : []
    })
    return fields.length > 0 ? (Object.fromEntries(fields) as SharedFields) : null
  } catch {
    return null
  }
}

/** Shortens the longest fields until the cookie fits: a cookie that is too long would be dropped. */
function packed(words: SharedFields): string {
  const fields: Record<string, string> = { ...words }
  const pack = () => Buffer.from(JSON.stringify(fields)).toString('base64url')
  while (pack().length > lettersMax) {
    const [field = '', text = ''] = Object.entries(fields).toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    fields[field] = text.slice(0, Math.floor(text.length * 0.8)).toWellFormed()
  }
  return pack()
}
