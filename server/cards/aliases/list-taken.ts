import type { Db } from '#server/database/database.ts'
import { listTakenAliases } from '../card-store.ts'
import { listReservedAmong } from './reserved-aliases.ts'

/** Of these names: which are a card’s already, and which the operator keeps back. */
export async function listTaken(db: Db, names: readonly string[]): Promise<{ taken: Set<string>; reserved: Set<string> }> {
  const [taken, reserved] = await Promise.all([listTakenAliases(db, names), listReservedAmong(db, names)])
  return { taken: new Set(taken), reserved: new Set(reserved) }
}
