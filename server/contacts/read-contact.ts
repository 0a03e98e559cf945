import { readOwnCardById } from '#server/cards/owned/read-own-card.ts'
import { cardsOf, type Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findContacts, listNewestIds, type FoundContact } from './contact-store.ts'
import { contactLimit } from './contact-limit.ts'
import type { OwnDeps } from './search-contacts.ts'

type OwnContact = FoundContact & { mayLabel: boolean }

/** Every access to a contact by id goes through here: it must be on a card of the caller and within the plan's limit, or it's not found. */
export async function readContact(deps: OwnDeps, caller: Caller, id: string): Promise<OwnContact> {
  const [found] = [...(await readContacts(deps, caller, [id])).values()].flat()
  if (!found) throw problem('not-found')
  return found
}

/** Those of the contacts that can be accessed, by card. With the card, statements go to its shard only. */
export async function readContacts(
  deps: OwnDeps,
  caller: Caller,
  ids: readonly string[],
  ofCard?: string,
): Promise<Map<string, OwnContact[]>> {
  const own = cardsOf(caller).filter((id) => ofCard === undefined || id === ofCard)
  const found = await findContacts(deps.db, own, [...new Set(ids)])
  const open = new Map<string, OwnContact[]>()
  for (const [subjectId, several] of Map.groupBy(found, ({ contact }) => contact.subjectId)) {
    const card = await readOwnCardById(deps, caller, subjectId)
    const newest = contactLimit(card)
    const visible = newest === null ? null : await listNewestIds(deps.db, subjectId, newest)
    const mayLabel = card.may('ConnectedClientLabels')
    const some = several.filter(({ contact }) => visible === null || visible.includes(contact.id))
    if (some.length > 0)
      open.set(
        subjectId,
        some.map((one) => ({ ...one, mayLabel })),
      )
  }
  return open
}
