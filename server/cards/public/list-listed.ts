import type { Db } from '#server/database/database.ts'
import { listEveryNth, listListedSubjects } from '../card-store.ts'

/** Cards that search engines may list: open, not switched out of the lists, and nobody's demo. */
export async function listListed(db: Db, after: string, count: number): Promise<{ alias: string; changedAt: Date }[]> {
  return listListedSubjects(db, after, count)
}

/** The last of every so many of them: after each begins another page of the list. */
export async function listPageStarts(db: Db, count: number): Promise<string[]> {
  return listEveryNth(db, count)
}
