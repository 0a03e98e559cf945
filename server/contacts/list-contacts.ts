import type { ConnectedClient } from '#contract/contacts.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { contactLimit } from './contact-limit.ts'
import { listContacts } from './contact-store.ts'
import { presentContact } from './present-contact.ts'
import { readContact } from './read-contact.ts'
import type { OwnDeps } from './search-contacts.ts'

type Page = { words: string; label: string; limit: number; after: { dateCreated: Date; id: string } | undefined }

/** The contacts of the caller's first card, newest first, without those held for review. */
export async function listOwnContacts(deps: OwnDeps, caller: Caller, { words, label, ...page }: Page): Promise<ConnectedClient[]> {
  const card = await readOwnCard(deps, caller)
  const filter = { words, label, withoutQuarantined: true, newest: contactLimit(card) }
  return (await listContacts(deps.db, card.subject.id, filter, page)).map(presentContact)
}

/** A contact as its owner gets it. */
export async function readOwnContact(deps: OwnDeps, caller: Caller, id: string): Promise<ConnectedClient> {
  return presentContact(await readContact(deps, caller, id))
}
