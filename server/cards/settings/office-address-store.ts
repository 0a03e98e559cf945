import { and, asc, gt, inArray, lte, ne } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { subjects } from '../tables.ts'

const { id, companyAddress, companyCity, companyState, companyZip, settings, updatedAt } = subjects
const cardColumns = { id, companyAddress, companyCity, companyState, companyZip, settings }
const showsAddress = ne(companyAddress, '')

/** The cards among these that have an office address. */
export async function listCardsWithAddress(db: Db, ids: readonly string[]) {
  return db
    .select(cardColumns)
    .from(subjects)
    .where(and(inArray(id, [...ids]), showsAddress))
}

/** Among the next `count` cards, those with an address that were edited since; `end` is the id of the last one, or null at the end. */
export async function listEditedCards(db: Db, { since, after, count }: { since: Date; after: string; count: number }) {
  const [last] = await db
    .select({ id })
    .from(subjects)
    .where(gt(id, after))
    .orderBy(asc(id))
    .offset(count - 1)
    .limit(1)
  const end = last?.id ?? null
  const isNext = and(gt(id, after), end === null ? undefined : lte(id, end))
  const cards = await db
    .select(cardColumns)
    .from(subjects)
    .where(and(isNext, gt(updatedAt, since), showsAddress))
  return { cards, end }
}
