import { matchingContactsMax } from '#contract/contact-choices.ts'
import type { MatchingContacts } from '#contract/contacts.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { contactLimit } from './contact-limit.ts'
import { listMatchingIds } from './contact-store.ts'
import { digestOf, type OwnDeps } from './search-contacts.ts'

/**
 * The ids of all contacts that a search finds on the caller's card, within the plan's limit and without those held for review. Fails
 * unless they are those that the caller has confirmed: no other is labeled or deleted, also if the request is repeated.
 */
export async function findMatching(
  deps: OwnDeps,
  caller: Caller,
  { alias, SearchFor, tag, sort, count, digest }: MatchingContacts,
): Promise<{ ids: string[]; subjectId: string }> {
  const card = await readOwnCard(deps, caller, alias)
  const filter = { words: SearchFor.trim(), label: tag, withoutQuarantined: true, newest: contactLimit(card) }
  const order = sort === undefined || sort === 'newest' ? 'datedFirst' : sort
  const { id: subjectId } = card.subject
  const ids = await listMatchingIds(deps.db, subjectId, filter, { limit: matchingContactsMax, order })
  if (ids.length !== count || digestOf(ids) !== digest)
    throw problem('conflict', {
      detail: `Other contacts match now, ${ids.length.toLocaleString('en-US')} in all. Check them and try again.`,
    })
  return { ids, subjectId }
}
