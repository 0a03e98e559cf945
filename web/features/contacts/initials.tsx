import type { ConnectedClient } from '#contract/contacts.ts'
import { initialsOf } from '#contract/initials.ts'
import { tintOf } from './tint.ts'

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
