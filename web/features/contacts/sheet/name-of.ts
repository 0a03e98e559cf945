import type { ConnectedClient } from '#contract/contacts.ts'

export const nameOf = ({ fullName, name, lastName, emailAddress }: ConnectedClient) =>
  fullName.trim() || `${name} ${lastName}`.trim() || emailAddress
