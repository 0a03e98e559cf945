import type { Db } from '#server/db/database.ts'
import type { Handlers } from '#server/http/mount.ts'
import { findLatest } from './find-latest.ts'

export function releaseRoutes({ db }: { db: Db }): Handlers {
  return {
    async 'releases.latest'({ params, dependsOn }) {
      dependsOn('installation:releases')
      const { version, date, versionHistory, updates } = await findLatest(db, params.versionType, params.version)
      return { version, versionNumber: version, date, versionHistory, updates, versionUpdates: updates }
    },
  }
}
