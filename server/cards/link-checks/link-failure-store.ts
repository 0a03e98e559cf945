import { and, asc, eq, gt, lt, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { linkFailures, subjects, type LinkFailure, type Subject } from '../tables.ts'
import { isOn } from '../card-store.ts'

export async function listFailures(db: Db, subjectId: string): Promise<LinkFailure[]> {
  return db.select().from(linkFailures).where(eq(linkFailures.subjectId, subjectId)).orderBy(asc(linkFailures.since))
}

export async function upsertFailure(tx: Db, row: LinkFailure): Promise<void> {
  const { subjectId: _, linkHash: __, ...set } = row
  await tx
    .insert(linkFailures)
    .values(row)
    .onConflictDoUpdate({ target: [linkFailures.subjectId, linkFailures.linkHash], set })
}

export async function deleteFailure(tx: Db, subjectId: string, linkHash: Buffer): Promise<void> {
  await tx.delete(linkFailures).where(and(eq(linkFailures.subjectId, subjectId), eq(linkFailures.linkHash, linkHash)))
}

/** Deletes failures of links that the card no longer shows. */
export async function deleteOtherFailures(tx: Db, subjectId: string, visible: readonly Buffer[]): Promise<void> {
  const isOther = visible.length > 0 ? notInArray(linkFailures.linkHash, [...visible]) : undefined
  await tx.delete(linkFailures).where(and(eq(linkFailures.subjectId, subjectId), isOther))
}

/** Demo cards link to invented pages. */
const isChecked = and(isOn, eq(subjects.isDemo, false))

/**
 * Failed links of open cards that are due, the longest ago first. The longer a link is broken, the less often it is opened: after
 * two nights again on the next one, after a week of failures once a week.
 */
export async function listDueFailures(
  db: Db,
  { before, count }: { before: Date; count: number },
): Promise<{ card: Subject; linkHash: Buffer }[]> {
  const extraNights = sql`least(greatest(${linkFailures.tries} - 2, 0), 6)`
  return db
    .select({ card: subjects, linkHash: linkFailures.linkHash })
    .from(linkFailures)
    .innerJoin(subjects, eq(subjects.id, linkFailures.subjectId))
    .where(and(lt(linkFailures.triedAt, sql`${before.toISOString()}::timestamptz - ${extraNights} * interval '1 day'`), isChecked))
    .orderBy(asc(linkFailures.triedAt))
    .limit(count)
}

/** Open cards in the order of their ids. */
export async function listCardsAfter(db: Db, { after, count }: { after: string; count: number }): Promise<Subject[]> {
  return db
    .select()
    .from(subjects)
    .where(and(gt(subjects.id, after), isChecked))
    .orderBy(asc(subjects.id))
    .limit(count)
}
