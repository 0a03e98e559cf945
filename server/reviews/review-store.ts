import { and, asc, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { reviewCache, type ReviewRow, type ReviewSource } from './tables.ts'

/** Whose reviews, of which service, asked for under which name. */
export type ReviewKey = { subjectId: string; source: ReviewSource; key: string }

const rowOf = ({ subjectId, source, key }: ReviewKey) =>
  and(eq(reviewCache.subjectId, subjectId), eq(reviewCache.source, source), eq(reviewCache.sourceKey, key))

export async function findReviews(db: Db, key: ReviewKey): Promise<ReviewRow | null> {
  const [row] = await db.select().from(reviewCache).where(rowOf(key))
  return row ?? null
}

/** A good answer takes the place of the last one. */
export async function keepReviews(tx: Db, { subjectId, source, key }: ReviewKey, answer: unknown, now: Date) {
  const set = { answer, fetchedAt: now, triedAt: now, failure: null }
  await tx
    .insert(reviewCache)
    .values({ subjectId, source, sourceKey: key, ...set })
    .onConflictDoUpdate({ target: [reviewCache.subjectId, reviewCache.source, reviewCache.sourceKey], set })
}

/** A failure is noted beside the last good answer, which stays. */
export async function noteFailure(tx: Db, { subjectId, source, key }: ReviewKey, failure: string, now: Date) {
  const set = { triedAt: now, failure }
  await tx
    .insert(reviewCache)
    .values({ subjectId, source, sourceKey: key, ...set })
    .onConflictDoUpdate({ target: [reviewCache.subjectId, reviewCache.source, reviewCache.sourceKey], set })
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
