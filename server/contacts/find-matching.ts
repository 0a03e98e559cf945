import { matchingContactsMax } from '#contract/contact-choices.ts'
import type { MatchingContacts } from '#contract/contacts.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { contactLimit } from './contact-limit.ts'
import { listMatchingIds } from './contact-store.ts'
import type { OwnDeps } from './search-contacts.ts'

/**
 * The ids of all contacts that a search finds on the caller's card, within the plan's limit and without those held for review. Fails
 * unless there are as many as the caller has confirmed: one that came since is neither labeled nor deleted.
 */
export async function findMatching(
  deps: OwnDeps,
  caller: Caller,
  { alias, SearchFor, tag, sort, count }: MatchingContacts,
): Promise<string[]> {
  const card = await readOwnCard(deps, caller, alias)
  const filter = { words: SearchFor.trim(), label: tag, withoutQuarantined: true, newest: contactLimit(card) }
  const order = sort === undefined || sort === 'newest' ? 'datedFirst' : sort
  const ids = await listMatchingIds(deps.db, card.subject.id, filter, { limit: matchingContactsMax, order })
  if (ids.length !== count)
    throw problem('conflict', { detail: `Now ${ids.length.toLocaleString('en-US')} contacts match. Check them and try again.` })
  return ids
}
