import type { Db } from '#server/database/database.ts'
import { fold } from '#server/database/folded.ts'
import type { FoundCard } from '#contract/cards/cards.ts'
import { foundCardsMax } from '#contract/constants.ts'
import { findCard, findListedSubjects, findSwitches, listEveryNth, listListedSubjects } from '../card-store.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import type { Subject } from '../tables.ts'
import { visibleNames } from './visible-names.ts'

/** Cards for search engines: open, listed, and no demos. */
export async function listListed(db: Db, after: string, count: number): Promise<{ alias: string; changedAt: Date }[]> {
  return listListedSubjects(db, after, count)
}

/** The last alias of each page of the sitemap. */
export async function listPageStarts(db: Db, count: number): Promise<string[]> {
  return listEveryNth(db, count)
}

const wordsMax = 5
/** A search index of three letters finds nothing shorter. */
const wordMin = 3

/** Cards for visitors who look for a person, by words of at least three letters. What a card hides doesn't find it. */
export async function findListed(db: Db, search: string): Promise<FoundCard[]> {
  const words = search
    .split(/\s+/)
    .map(fold)
    .filter((word) => word.length >= wordMin)
  if (words.length === 0) return []
  const found = await findListedSubjects(db, words.slice(0, wordsMax), foundCardsMax)
  return found.flatMap((subject) => {
    const { fullName, title, companyName } = visibleNames(subject)
    const hidden = [subject.fullName, subject.companyName].filter((name) => name !== fullName && name !== companyName)
    const isHidden = words.some((word) => hidden.some((name) => fold(name).includes(word)))
    return isHidden ? [] : [{ alias: subject.alias, fullName, title, companyName }]
  })
}

/** The id of the open card at an alias, or null. */
export async function findOpenCard(db: Db, alias: string): Promise<string | null> {
  const found = await findSwitches(db, alias)
  return found && !isSwitchedOff(found) ? found.id : null
}

/** True if a card exists at an alias, open or switched off. */
export const cardExists = async (db: Db, alias: string): Promise<boolean> => Boolean(await findSwitches(db, alias))

/** The card at an alias, open or switched off. */
export const findAnyCard = (db: Db, alias: string): Promise<Subject | null> => findCard(db, alias)

/** A card for an abuse report. Includes cards that are off, so that their owners can object. */
export async function findReportable(db: Db, alias: string): Promise<{ id: string; alias: string; name: string; isOff: boolean } | null> {
  const subject = await findAnyCard(db, alias)
  if (!subject) return null
  return { id: subject.id, alias: subject.alias, name: visibleNames(subject).fullName || subject.alias, isOff: isSwitchedOff(subject) }
}
