import { listCardsById } from '#server/cards/owned/list-cards.ts'
import type { AbuseReport } from '#contract/admin/abuse.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { countOpen, listOpenOf, listReports, setClosed, type ReportSearch } from './report-store.ts'

export const countOpenReports = (db: Db): Promise<number> => countOpen(db)

/** Reports, each with its card's address, and these cards. */
export async function listReportsWithCards(db: Db, search: ReportSearch) {
  const rows = await listReports(db, search)
  const cards = await listCardsById(db, [...new Set(rows.map(({ subjectId }) => subjectId))])
  const aliases = new Map(cards.map(({ id, alias }) => [id, alias]))
  const reports: AbuseReport[] = rows.map(({ id, subjectId, createdAt, kind, words, linkCode, isOwner, more, closedAt }) => ({
    id,
    at: createdAt.toISOString(),
    alias: aliases.get(subjectId) ?? '',
    kind,
    words,
    linkCode,
    isOwner,
    more,
    closedAt: closedAt?.toISOString() ?? null,
  }))
  return { reports, cards }
}

const reportsPerCard = 10

/** The oldest open reports of a card, and how many are open. */
export async function readOpenReports(db: Db, subjectId: string) {
  const [rows, openReports] = await Promise.all([listOpenOf(db, subjectId, reportsPerCard), countOpen(db, subjectId)])
  return { openReports, reports: rows.map(({ id, createdAt, kind, words }) => ({ id, at: createdAt.toISOString(), kind, words })) }
}

/** Closes a report, and returns its card. */
export async function markReportClosed(tx: Db, id: string, now: Date): Promise<string> {
  const closed = await setClosed(tx, id, now)
  if (!closed) throw problem('not-found')
  return closed.subjectId
}
