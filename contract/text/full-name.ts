import { beginningOf } from './beginning-of.ts'

type Named = { firstName: string; lastName: string; fullName: string }

/**
 * The full name that publishing these changes gives: it follows first and last name, unless it was written on purpose.
 * Undefined where it stays.
 */
export function fullNameUnder(published: Named, changes: { [K in keyof Named]?: string | undefined }): string | undefined {
  if (changes.fullName) return changes.fullName
  const { firstName = published.firstName, lastName = published.lastName } = changes
  const isEmptied = changes.fullName === ''
  const isRenamed = changes.firstName !== undefined || changes.lastName !== undefined
  const isFollowing = published.fullName === joined(published.firstName, published.lastName)
  return isEmptied || (isRenamed && isFollowing) ? joined(firstName, lastName) : undefined
}

const lettersMax = 200

/** First and last name as one, no longer than a full name may be. */
export function joined(...names: string[]): string {
  return beginningOf(names.filter(Boolean).join(' '), lettersMax).trimEnd()
}
