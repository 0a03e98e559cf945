import type { Db } from '#server/db/database.ts'
import { listSubjects } from './card-store.ts'
import type { Subject } from './tables.ts'

/** Cards in the order of their aliases, for the operator. */
export async function listCards(db: Db, search: { search?: string; after?: string } = {}): Promise<Subject[]> {
  return listSubjects(db, search)
}
