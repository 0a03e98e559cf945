import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { abuseReports, type ReportRow } from './tables.ts'

/** Sent again it is the same report. */
export async function insertReport(tx: Db, row: Omit<ReportRow, 'closedAt' | 'more'>): Promise<void> {
  await tx.insert(abuseReports).values(row).onConflictDoNothing()
}

export async function findSubmitted(db: Db, subjectId: string, submissionId: string): Promise<boolean> {
  const rows = await db
    .select({ id: abuseReports.id })
    .from(abuseReports)
    .where(and(eq(abuseReports.subjectId, subjectId), eq(abuseReports.submissionId, submissionId)))
  return rows.length > 0
}

/** Of one card, or of all. */
export async function countOpen(db: Db, subjectId?: string): Promise<number> {
  const ofCard = subjectId === undefined ? undefined : eq(abuseReports.subjectId, subjectId)
  const [row] = await db
    .select({ open: count() })
    .from(abuseReports)
    .where(and(ofCard, isNull(abuseReports.closedAt)))
  return row?.open ?? 0
}

type OfKind = Pick<ReportRow, 'subjectId' | 'kind'>

/** Counts one more beside the last of so many open ones of a kind. False where fewer are open. */
export async function addMore(tx: Db, { subjectId, kind }: OfKind, openMax: number): Promise<boolean> {
  const full = tx
    .select({ id: abuseReports.id })
    .from(abuseReports)
    .where(and(eq(abuseReports.subjectId, subjectId), eq(abuseReports.kind, kind), isNull(abuseReports.closedAt)))
    .orderBy(asc(abuseReports.id))
    .limit(1)
    .offset(openMax - 1)
  const counted = await tx
    .update(abuseReports)
    .set({ more: sql`${abuseReports.more} + 1` })
    .where(and(eq(abuseReports.subjectId, subjectId), inArray(abuseReports.id, full)))
    .returning({ id: abuseReports.id })
  return counted.length > 0
}

/** Open ones of one card, the oldest first. */
export async function listOpenOf(db: Db, subjectId: string, limit: number): Promise<ReportRow[]> {
  return db
    .select()
    .from(abuseReports)
    .where(and(eq(abuseReports.subjectId, subjectId), isNull(abuseReports.closedAt)))
    .orderBy(asc(abuseReports.id))
    .limit(limit)
}

export type ReportSearch = { isClosed: boolean; from?: string | undefined; limit: number }

/** Who waits longest comes first; of what is done, the newest. */
export async function listReports(db: Db, { isClosed, from, limit }: ReportSearch): Promise<ReportRow[]> {
  const { id, closedAt } = abuseReports
  const behind = from === undefined ? undefined : isClosed ? lt(id, from) : gt(id, from)
  return db
    .select()
    .from(abuseReports)
    .where(and(isClosed ? isNotNull(closedAt) : isNull(closedAt), behind))
    .orderBy(isClosed ? desc(id) : asc(id))
    .limit(limit)
}

export async function putClosed(tx: Db, id: string, now: Date): Promise<ReportRow | null> {
  const [row] = await tx
    .update(abuseReports)
    .set({ closedAt: now })
    .where(and(eq(abuseReports.id, id), isNull(abuseReports.closedAt)))
    .returning()
  return row ?? null
}

export async function deleteClosedBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(abuseReports).where(lt(abuseReports.closedAt, before))
}
