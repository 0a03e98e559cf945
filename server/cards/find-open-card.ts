import type { Db } from '#server/db/database.ts'
import { findCard } from './card-store.ts'
import { isSwitchedOff } from './off-policy.ts'

/** The id of the card at an alias, unless nobody is there or it is switched off. */
export async function findOpenCard(db: Db, alias: string): Promise<string | null> {
  const found = await findCard(db, alias, undefined)
  return found && !isSwitchedOff(found.subject) ? found.subject.id : null
}
