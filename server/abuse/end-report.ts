import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { putClosed } from './report-store.ts'

/** Closes a report, and says which card it was of. */
export async function endReport(tx: Db, id: string, now: Date): Promise<string> {
  const closed = await putClosed(tx, id, now)
  if (!closed) throw problem('not-found')
  return closed.subjectId
}
