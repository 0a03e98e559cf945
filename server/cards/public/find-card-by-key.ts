import type { Db } from '#server/database/database.ts'
import { findSubjectByKey } from '../card-store.ts'

/** The id of the card with this key, or null. */
export async function findCardByKey(db: Db, key: string): Promise<string | null> {
  return (await findSubjectByKey(db, key))?.id ?? null
}
