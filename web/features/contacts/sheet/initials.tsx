import type { ConnectedClient } from '#contract/contacts.ts'
import { initialsOf } from '#contract/text/initials.ts'

export const nameOf = ({ fullName, name, lastName, emailAddress }: ConnectedClient) =>
  fullName.trim() || `${name} ${lastName}`.trim() || emailAddress

export function Initials({ contact }: { contact: ConnectedClient }) {
  const name = nameOf(contact)
  return (
    <span className={`initials tint-${tintOf(name)}`} aria-hidden="true">
      {initialsOf(name) || '·'}
    </span>
  )
}

export const tints = ['a', 'b', 'c', 'd', 'e'] as const

/** One of five colours, always the same for the same name. */
export function tintOf(name: string): (typeof tints)[number] {
  let hash = 0
  for (const letter of name.normalize('NFC')) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return tints[hash % tints.length] ?? 'a'
}
