import type { Db } from '#server/database/database.ts'
import { findCard, findSubjectByKey, findSwitches, listEveryNth, listListedSubjects } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { visibleNames } from './visible-names.ts'

/** Cards that search engines may list: open, not switched out of the lists, and nobody's demo. */
export async function listListed(db: Db, after: string, count: number): Promise<{ alias: string; changedAt: Date }[]> {
  return listListedSubjects(db, after, count)
}

/** The last of every so many of them: after each begins another page of the list. */
export async function listPageStarts(db: Db, count: number): Promise<string[]> {
  return listEveryNth(db, count)
}

/** The id of the card with this key, or null. */
export async function findCardByKey(db: Db, key: string): Promise<string | null> {
  return (await findSubjectByKey(db, key))?.id ?? null
}

/** The id of the card at an alias, unless nobody is there or it is switched off. */
export async function findOpenCard(db: Db, alias: string): Promise<string | null> {
  const found = await findSwitches(db, alias)
  return found && !isSwitchedOff(found) ? found.id : null
}

/** True if a card exists at an alias, open or switched off. */
export const isCardThere = async (db: Db, alias: string): Promise<boolean> => Boolean(await findSwitches(db, alias))

/** A card as somebody reports it, also one that is off: its owner may object. */
export async function findReportable(db: Db, alias: string): Promise<{ id: string; alias: string; name: string; isOff: boolean } | null> {
  const found = await findCard(db, alias, undefined)
  if (!found) return null
  const { subject } = found
  return { id: subject.id, alias: subject.alias, name: visibleNames(subject).fullName || subject.alias, isOff: isSwitchedOff(subject) }
}
