import { findCardsOf } from '#server/accounts/find-cards-of.ts'
import type { Db } from '#server/database/database.ts'
import { searchSubjects } from '../card-store.ts'
import type { Subject } from '../tables.ts'

/** Cards in the order of their aliases: by a part of the alias, a name, a company or an e-mail, or by their owner’s. */
export async function searchCards(
  db: Db,
  { search = '', after = '', limit }: { search?: string; after?: string; limit: number },
): Promise<Subject[]> {
  const owned = search.length >= 3 ? await findCardsOf(db, search) : []
  return searchSubjects(db, { search, after, owned, limit })
}
