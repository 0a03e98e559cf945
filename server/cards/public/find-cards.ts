import type { Db } from '#server/database/database.ts'
import { findCard, findSwitches, listEveryNth, listListedSubjects } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { visibleNames } from './visible-names.ts'

/** Cards for search engines: open, listed, and no demos. */
export async function listListed(db: Db, after: string, count: number): Promise<{ alias: string; changedAt: Date }[]> {
  return listListedSubjects(db, after, count)
}

/** The last alias of each page of the sitemap. */
export async function listPageStarts(db: Db, count: number): Promise<string[]> {
  return listEveryNth(db, count)
}

/** The id of the open card at an alias, or null. */
export async function findOpenCard(db: Db, alias: string): Promise<string | null> {
  const found = await findSwitches(db, alias)
  return found && !isSwitchedOff(found) ? found.id : null
}

/** True if a card exists at an alias, open or switched off. */
export const cardExists = async (db: Db, alias: string): Promise<boolean> => Boolean(await findSwitches(db, alias))

/** A card for an abuse report. Includes cards that are off, so that their owners can object. */
export async function findReportable(db: Db, alias: string): Promise<{ id: string; alias: string; name: string; isOff: boolean } | null> {
  const found = await findCard(db, alias, undefined)
  if (!found) return null
  const { subject } = found
  return { id: subject.id, alias: subject.alias, name: visibleNames(subject).fullName || subject.alias, isOff: isSwitchedOff(subject) }
}
