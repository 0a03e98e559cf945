import { readOwnCardById } from '#server/cards/owned/read-own-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findContact, isAmongNewest, type FoundContact } from './contact-store.ts'
import { newestOpen } from './reach-policy.ts'
import type { OwnNeeds } from './search-contacts.ts'

/** The one door to a contact by its id: of one's own card, and within what the plan opens. All else is not there. */
export async function readContact(needs: OwnNeeds, caller: Caller, id: string): Promise<FoundContact & { mayLabel: boolean }> {
  const own = caller.kind === 'owner' ? caller.subjectIds : []
  const found = await findContact(needs.db, own, id)
  if (!found) throw problem('not-found')
  const card = await readOwnCardById(needs, caller, found.contact.subjectId)
  const newest = newestOpen(card)
  if (newest !== null && !(await isAmongNewest(needs.db, found.contact.subjectId, id, newest))) throw problem('not-found')
  return { ...found, mayLabel: card.may('ConnectedClientLabels') }
}
