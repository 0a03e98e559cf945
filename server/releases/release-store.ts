import { desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { releases, type ReleaseRow } from './tables.ts'

const newestMax = 50

export async function listNewest(db: Db, versionType: string): Promise<ReleaseRow[]> {
  return db.select().from(releases).where(eq(releases.versionType, versionType)).orderBy(desc(releases.date)).limit(newestMax)
}
