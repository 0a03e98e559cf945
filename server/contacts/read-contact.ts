import { readOwnCardById } from '#server/cards/owned/read-own-card.ts'
import { cardsOf, type Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findContact, isAmongNewest, type FoundContact } from './contact-store.ts'
import { contactLimit } from './contact-limit.ts'
import type { OwnDeps } from './search-contacts.ts'

/** Every access to a contact by id goes through here: it must be on a card of the caller and within the plan's limit, or it's not found. */
export async function readContact(deps: OwnDeps, caller: Caller, id: string): Promise<FoundContact & { mayLabel: boolean }> {
  const found = await findContact(deps.db, cardsOf(caller), id)
  if (!found) throw problem('not-found')
  const card = await readOwnCardById(deps, caller, found.contact.subjectId)
  const newest = contactLimit(card)
  if (newest !== null && !(await isAmongNewest(deps.db, found.contact.subjectId, id, newest))) throw problem('not-found')
  return { ...found, mayLabel: card.may('ConnectedClientLabels') }
}
