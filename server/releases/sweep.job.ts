import { releaseTags } from '#contract/cards/releases.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { isOurs } from '#server/database/storage-owner.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { pictureFolder, picturesIn } from './picture-key.ts'
import { readStories } from './read-published.ts'

/** A picture is uploaded before the story that shows it is published. */
const youngMs = 86_400_000

/** Every night: pictures that no published story shows. */
export function sweepStories({
  db,
  holds,
  storage,
  clock,
}: {
  db: Db
  holds: Holds
  storage: Storage
  clock: Clock
}): Job<'releases.sweep'> {
  return {
    name: 'releases.sweep',
    every: '57 3 * * *',
    async run() {
      if (!(await isOurs({ db, storage }))) return
      const before = new Date(clock.now().getTime() - youngMs)
      const shown = new Set(picturesIn((await readStories(db, releaseTags.stories, 'en')).groups))
      for await (const { key, changedAt } of storage.files('stories/')) {
        const [, id = ''] = key.split('/')
        if (changedAt < before && !shown.has(id)) await unlessBackedUp(holds, () => storage.remove(pictureFolder(id)))
      }
    },
  }
}
