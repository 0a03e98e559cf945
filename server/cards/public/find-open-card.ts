import type { Db } from '#server/database/database.ts'
import { findSwitches } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'

/** The id of the card at an alias, unless nobody is there or it is switched off. */
export async function findOpenCard(db: Db, alias: string): Promise<string | null> {
  const found = await findSwitches(db, alias)
  return found && !isSwitchedOff(found) ? found.id : null
}

/** True if a card exists at an alias, open or switched off. */
export const isCardThere = async (db: Db, alias: string): Promise<boolean> => Boolean(await findSwitches(db, alias))
