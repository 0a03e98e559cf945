import { and, asc, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { reviewCache, type ReviewRow, type ReviewUpdate, type ReviewSource } from './tables.ts'

/** The card, the review service and the name there. */
export type ReviewKey = { subjectId: string; source: ReviewSource; key: string }

const rowOf = ({ subjectId, source, key }: ReviewKey) =>
  and(eq(reviewCache.subjectId, subjectId), eq(reviewCache.source, source), eq(reviewCache.sourceKey, key))

export async function findReviews(db: Db, key: ReviewKey): Promise<ReviewRow | null> {
  const [row] = await db.select().from(reviewCache).where(rowOf(key))
  return row ?? null
}

/** Columns that are not set keep their values. */
export async function upsertReviews(tx: Db, { subjectId, source, key }: ReviewKey, set: ReviewUpdate): Promise<void> {
  await tx
    .insert(reviewCache)
    .values({ subjectId, source, sourceKey: key, ...set })
    .onConflictDoUpdate({ target: [reviewCache.subjectId, reviewCache.source, reviewCache.sourceKey], set })
}

export async function removeReviews(tx: Db, key: ReviewKey): Promise<void> {
  await tx.delete(reviewCache).where(rowOf(key))
}

/** Reviews fetched before then, longest ago first. */
export async function listTriedBefore(db: Db, before: Date, count: number): Promise<ReviewKey[]> {
  const rows = await db
    .select({ subjectId: reviewCache.subjectId, source: reviewCache.source, key: reviewCache.sourceKey })
    .from(reviewCache)
    .where(lt(reviewCache.triedAt, before))
    .orderBy(asc(reviewCache.triedAt))
    .limit(count)
  return rows
}
