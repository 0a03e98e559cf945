import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { notices, type Notice } from './tables.ts'

const ofCard = (subjectId: string | null) => (subjectId === null ? isNull(notices.subjectId) : eq(notices.subjectId, subjectId))

/** The notices to a card and to all cards since then, newest first. */
export async function listNotices(db: Db, subjectId: string, { since, limit }: { since: Date; limit: number }): Promise<Notice[]> {
  return db
    .select()
    .from(notices)
    .where(and(or(ofCard(subjectId), ofCard(null)), gt(notices.sentAt, since)))
    .orderBy(desc(notices.sentAt))
    .limit(limit)
}

export async function findSameNotice(
  tx: Db,
  { subjectId, title, body }: Omit<Notice, 'id' | 'sentAt'>,
  since: Date,
): Promise<Notice | null> {
  const [same] = await tx
    .select()
    .from(notices)
    .where(and(ofCard(subjectId), eq(notices.title, title), eq(notices.body, body), gt(notices.sentAt, since)))
    .limit(1)
  return same ?? null
}

export async function insertNotice(tx: Db, row: Notice): Promise<void> {
  await tx.insert(notices).values(row)
}
