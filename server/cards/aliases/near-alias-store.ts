import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { skeletonOf } from './skeleton-of.ts'
import { aliases, cardSubmissions, reservedAliases, subjects } from '../tables.ts'

type NearAlias = { name: string; skeleton: string; subjectId: string; isDemo: boolean }

const nearMax = 500

/** Every alias that is one of these, or looks like one: one question however many there are. */
export async function listNear(db: Db, names: readonly string[]): Promise<NearAlias[]> {
  if (names.length === 0) return []
  return db
    .select({ name: aliases.name, skeleton: aliases.skeleton, subjectId: aliases.subjectId, isDemo: subjects.isDemo })
    .from(aliases)
    .innerJoin(subjects, eq(subjects.id, aliases.subjectId))
    .where(or(inArray(aliases.name, [...names]), inArray(aliases.skeleton, names.map(skeletonOf))))
    .limit(nearMax)
}

/** The looks of those that are kept back. */
export async function listReservedNear(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .select({ skeleton: reservedAliases.skeleton })
    .from(reservedAliases)
    .where(inArray(reservedAliases.skeleton, names.map(skeletonOf)))
    .limit(nearMax)
  return rows.map(({ skeleton }) => skeleton)
}

/** Two who want addresses that look the same decide one after the other. */
export async function holdLooks(tx: Db, alias: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alias:${skeletonOf(alias)}`}, 0))`)
}

/** The card that this press already made, and what it carried, or null. */
export async function findSubmitted(
  tx: Db,
  accountId: string,
  submissionId: string,
): Promise<{ alias: string; submittedHash: Buffer | null } | null> {
  const [row] = await tx
    .select({ alias: subjects.alias, submittedHash: cardSubmissions.submittedHash })
    .from(cardSubmissions)
    .innerJoin(subjects, eq(subjects.id, cardSubmissions.subjectId))
    .where(and(eq(cardSubmissions.accountId, accountId), eq(cardSubmissions.submissionId, submissionId)))
  return row ?? null
}

export async function insertSubmission(tx: Db, row: typeof cardSubmissions.$inferInsert): Promise<void> {
  await tx.insert(cardSubmissions).values(row)
}
