import type { ArchivedCard } from '#contract/archive.ts'
import type { Db } from '#server/db/database.ts'
import { listLinksOf } from './link-store.ts'

/** The short links of a card. They lead from this installation and nowhere else. */
export async function gatherLinks(db: Db, subjectId: string): Promise<ArchivedCard['shortLinks']> {
  return (await listLinksOf(db, subjectId)).map(({ code, longUrl, createdAt }) => ({ code, longUrl, createdAt: createdAt.toISOString() }))
}
