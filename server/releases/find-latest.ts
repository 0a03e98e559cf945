import type { Db } from '#server/db/database.ts'
import { problem } from '#server/http/problem.ts'
import { listNewest } from './release-store.ts'
import type { ReleaseRow } from './tables.ts'
import { compareVersions } from './version-policy.ts'

/** The newest version after the one named. */
export async function findLatest(db: Db, versionType: string, version: string): Promise<ReleaseRow> {
  const newer = (await listNewest(db, versionType)).filter((row) => compareVersions(row.version, version) > 0)
  const [latest] = newer.toSorted((a, b) => compareVersions(b.version, a.version))
  if (!latest) throw problem('not-found', { detail: 'There is no newer version.' })
  return latest
}
