import type { Language } from '#contract/constants.ts'
import { compareVersions } from '#contract/versions.ts'
import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { listVersions, type KnownVersion } from './list-versions.ts'

type Asked = { versionType: string; version: string }

/** The newest version after the one named. */
export async function findLatest(db: Db, { versionType, version }: Asked, language: Language): Promise<KnownVersion> {
  const [latest] = await listVersions(db, versionType, language)
  if (!latest || compareVersions(latest.version, version) <= 0) throw problem('not-found', { detail: 'There is no newer version.' })
  return latest
}
