import type { Db } from '#server/database/database.ts'
import { listSubjects, type CardSearch } from '../card-store.ts'
import type { Subject } from '../tables.ts'

/** Cards in the order of their aliases, for the operator. */
export async function listCards(db: Db, search: CardSearch = {}): Promise<Subject[]> {
  return listSubjects(db, search)
}
