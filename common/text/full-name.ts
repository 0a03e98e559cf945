import { beginningOf } from './beginning-of.ts'

type PersonName = { firstName: string; lastName: string; fullName: string }

/** The full name after these changes: it follows first and last name unless it was edited by itself. Undefined if it stays. */
export function fullNameUnder(published: PersonName, changes: { [K in keyof PersonName]?: string | undefined }): string | undefined {
  if (changes.fullName) return changes.fullName
  const { firstName = published.firstName, lastName = published.lastName } = changes
  const isEmptied = changes.fullName === ''
  const isRenamed = changes.firstName !== undefined || changes.lastName !== undefined
  const isFollowing = published.fullName === joined(published.firstName, published.lastName)
  return isEmptied || (isRenamed && isFollowing) ? joined(firstName, lastName) : undefined
}

/** A full name as first and last name: the last word of a person’s name is the last name, a team’s name isn’t split. */
export function splitName(fullName: string, isTeam: boolean): Pick<PersonName, 'firstName' | 'lastName'> {
  const words = fullName.trim().split(/\s+/)
  if (isTeam || words.length < 2) return { firstName: fullName, lastName: '' }
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

const lettersMax = 200

/** First and last name joined, cut to the limit of a full name. */
export function joined(...names: string[]): string {
  return beginningOf(names.filter(Boolean).join(' '), lettersMax).trimEnd()
}
