import type { Db } from '#server/database/database.ts'
import { findCard } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { visibleNames } from './visible-names.ts'

/** A card as somebody reports it, also one that is off: its owner may object. */
export async function findReportable(db: Db, alias: string): Promise<{ id: string; alias: string; name: string; isOff: boolean } | null> {
  const found = await findCard(db, alias, undefined)
  if (!found) return null
  const { subject } = found
  return { id: subject.id, alias: subject.alias, name: visibleNames(subject).fullName || subject.alias, isOff: isSwitchedOff(subject) }
}
