import { and, asc, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { reviewCache, type ReviewRow, type ReviewsKept, type ReviewSource } from './tables.ts'

/** Whose reviews, of which service, asked for under which name. */
export type ReviewKey = { subjectId: string; source: ReviewSource; key: string }

const rowOf = ({ subjectId, source, key }: ReviewKey) =>
  and(eq(reviewCache.subjectId, subjectId), eq(reviewCache.source, source), eq(reviewCache.sourceKey, key))

export async function findReviews(db: Db, key: ReviewKey): Promise<ReviewRow | null> {
  const [row] = await db.select().from(reviewCache).where(rowOf(key))
  return row ?? null
}

/** What is named takes the place of what was; the rest stays. */
export async function putReviews(tx: Db, { subjectId, source, key }: ReviewKey, set: ReviewsKept): Promise<void> {
  await tx
    .insert(reviewCache)
    .values({ subjectId, source, sourceKey: key, ...set })
    .onConflictDoUpdate({ target: [reviewCache.subjectId, reviewCache.source, reviewCache.sourceKey], set })
}

export async function removeReviews(tx: Db, key: ReviewKey): Promise<void> {
  await tx.delete(reviewCache).where(rowOf(key))
}

/** Those asked for longest ago. */
export async function listTriedBefore(db: Db, before: Date, count: number): Promise<ReviewKey[]> {
  const rows = await db
    .select({ subjectId: reviewCache.subjectId, source: reviewCache.source, key: reviewCache.sourceKey })
    .from(reviewCache)
    .where(lt(reviewCache.triedAt, before))
    .orderBy(asc(reviewCache.triedAt))
    .limit(count)
  return rows
}
