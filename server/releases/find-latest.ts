import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { listVersions, type KnownVersion } from './list-versions.ts'

/** The newest version of a kind, seen or not: the page compares it with the one it showed last. */
export async function findLatest(db: Db, versionType: string, language: Language): Promise<KnownVersion> {
  const [latest] = await listVersions(db, versionType, language)
  if (!latest) throw problem('not-found')
  return latest
}
