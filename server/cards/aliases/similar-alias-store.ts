import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { skeletonOf } from './skeleton-of.ts'
import { findSubject } from '../card-store.ts'
import { aliases, cardSubmissions, reservedAliases } from '../tables.ts'

type SimilarAlias = typeof aliases.$inferSelect

const similarMax = 500

/** Every alias that equals one of these or looks like it, in one query. */
export async function listSimilar(db: Db, names: readonly string[]): Promise<SimilarAlias[]> {
  if (names.length === 0) return []
  return db
    .select()
    .from(aliases)
    .where(or(inArray(aliases.name, [...names]), inArray(aliases.skeleton, names.map(skeletonOf))))
    .limit(similarMax)
}

/** The skeletons of reserved aliases that look like one of these. */
export async function listSimilarReserved(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .select({ skeleton: reservedAliases.skeleton })
    .from(reservedAliases)
    .where(inArray(reservedAliases.skeleton, names.map(skeletonOf)))
    .limit(similarMax)
  return rows.map(({ skeleton }) => skeleton)
}

/** Serializes requests for aliases that look the same. */
export async function lockSimilar(tx: Db, alias: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alias:${skeletonOf(alias)}`}, 0))`)
}

/** The card that this submission created, with the hash of its content, or null. */
export async function findSubmitted(
  tx: Db,
  accountId: string,
  submissionId: string,
): Promise<{ subjectId: string; alias: string; submittedHash: Buffer | null } | null> {
  const [row] = await tx
    .select({ subjectId: cardSubmissions.subjectId, submittedHash: cardSubmissions.submittedHash })
    .from(cardSubmissions)
    .where(and(eq(cardSubmissions.accountId, accountId), eq(cardSubmissions.submissionId, submissionId)))
  const subject = row ? await findSubject(tx, row.subjectId) : null
  return row && subject ? { ...row, alias: subject.alias } : null
}

export async function insertSubmission(tx: Db, row: typeof cardSubmissions.$inferInsert): Promise<void> {
  await tx.insert(cardSubmissions).values(row)
}
