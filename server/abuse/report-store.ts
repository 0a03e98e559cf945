import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { abuseReports, type ReportRow } from './tables.ts'

/** A repeated submission is the same report. */
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

/** Counts the open reports of one card, or of all. */
export async function countOpen(db: Db, subjectId?: string): Promise<number> {
  const ofCard = subjectId === undefined ? undefined : eq(abuseReports.subjectId, subjectId)
  const [row] = await db
    .select({ open: count() })
    .from(abuseReports)
    .where(and(ofCard, isNull(abuseReports.closedAt)))
  return row?.open ?? 0
}

type OfKind = Pick<ReportRow, 'subjectId' | 'kind'>

/** If `openMax` reports of this kind are open, counts one more on the last of them. False if fewer are open. */
export async function countOverflow(tx: Db, { subjectId, kind }: OfKind, openMax: number): Promise<boolean> {
  const lastOpen = tx
    .select({ id: abuseReports.id })
    .from(abuseReports)
    .where(and(eq(abuseReports.subjectId, subjectId), eq(abuseReports.kind, kind), isNull(abuseReports.closedAt)))
    .orderBy(asc(abuseReports.id))
    .limit(1)
    .offset(openMax - 1)
  const counted = await tx
    .update(abuseReports)
    .set({ more: sql`${abuseReports.more} + 1` })
    .where(and(eq(abuseReports.subjectId, subjectId), inArray(abuseReports.id, lastOpen)))
    .returning({ id: abuseReports.id })
  return counted.length > 0
}

/** The open reports of a card, oldest first. */
export async function listOpenOf(db: Db, subjectId: string, limit: number): Promise<ReportRow[]> {
  return db
    .select()
    .from(abuseReports)
    .where(and(eq(abuseReports.subjectId, subjectId), isNull(abuseReports.closedAt)))
    .orderBy(asc(abuseReports.id))
    .limit(limit)
}

export type ReportSearch = {
  isClosed: boolean
  kind?: ReportRow['kind'] | undefined
  subjectId?: string | undefined
  from?: string | undefined
  limit: number
}

/** Open reports, oldest first, or closed ones, newest first. */
export async function listReports(db: Db, { isClosed, kind, subjectId, from, limit }: ReportSearch): Promise<ReportRow[]> {
  const { id, closedAt } = abuseReports
  const isAfter = from === undefined ? undefined : isClosed ? lt(id, from) : gt(id, from)
  return db
    .select()
    .from(abuseReports)
    .where(
      and(
        isClosed ? isNotNull(closedAt) : isNull(closedAt),
        kind && eq(abuseReports.kind, kind),
        subjectId ? eq(abuseReports.subjectId, subjectId) : undefined,
        isAfter,
      ),
    )
    .orderBy(isClosed ? desc(id) : asc(id))
    .limit(limit)
}

export async function setClosed(tx: Db, id: string, now: Date): Promise<ReportRow | null> {
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
