import type { ArchivedCard } from '#contract/accounts/archive.ts'
import type { Db } from '#server/database/database.ts'
import { listLinksOf } from './short-link-store.ts'
import { fromStored } from './stored-link.ts'

/** The short links of a card with their absolute targets, because readers of an archive don't know PUBLIC_URL. */
export async function exportLinks(db: Db, subjectId: string, publicUrl: string): Promise<ArchivedCard['shortLinks']> {
  return (await listLinksOf(db, subjectId)).map((link) => {
    const [longUrl = link.longUrl] = fromStored(link, publicUrl)
    return { code: link.code, longUrl, createdAt: link.createdAt.toISOString() }
  })
}
