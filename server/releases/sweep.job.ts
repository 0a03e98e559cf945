import { releaseTags } from '#contract/cards/releases.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { ownsStorage } from '#server/database/storage-owner.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { pictureFolder, picturesIn } from './picture-key.ts'
import { readStories } from './read-published.ts'

/** Newer pictures may belong to a story that is not published yet. */
const minAgeMs = 86_400_000

/** Every night, removes pictures that no published story uses. */
export function sweepStories({
  db,
  workLocks,
  storage,
  clock,
}: {
  db: Db
  workLocks: WorkLocks
  storage: Storage
  clock: Clock
}): Job<'releases.sweep'> {
  return {
    name: 'releases.sweep',
    every: '57 3 * * *',
    async run() {
      if (!(await ownsStorage({ db, storage }))) return
      const before = new Date(clock.now().getTime() - minAgeMs)
      const used = new Set(picturesIn((await readStories(db, releaseTags.stories, 'en')).groups))
      for await (const { key, changedAt } of storage.files('stories/')) {
        const [, id = ''] = key.split('/')
        if (changedAt < before && !used.has(id)) await unlessBackedUp(workLocks, () => storage.remove(pictureFolder(id)))
      }
    },
  }
}
