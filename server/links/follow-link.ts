import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { findLink } from './link-store.ts'

/** Where a short address leads, and whose it is. */
export async function followLink(db: Db, code: string): Promise<{ longUrl: string; subjectId: string }> {
  const link = await findLink(db, code)
  if (!link) throw problem('not-found')
  if (link.switchedOffAt) throw problem('gone')
  return link
}
