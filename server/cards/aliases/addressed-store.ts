import { and, asc, gt, inArray, lte, ne } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { subjects } from '../tables.ts'

const { id, companyAddress, companyCity, companyState, companyZip, settings, updatedAt } = subjects
const addressed = { id, companyAddress, companyCity, companyState, companyZip, settings }
const showsAddress = ne(companyAddress, '')

/** Those of them that show an address. */
export async function listAddressed(db: Db, ids: readonly string[]) {
  return db
    .select(addressed)
    .from(subjects)
    .where(and(inArray(id, [...ids]), showsAddress))
}

/** Of the next so many cards, those that show an address and were edited since; `end` is the last of so many, or null behind all. */
export async function listEdited(db: Db, { since, after, count }: { since: Date; after: string; count: number }) {
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
    .select(addressed)
    .from(subjects)
    .where(and(isNext, gt(updatedAt, since), showsAddress))
  return { cards, end }
}
