import { releaseTags, type DeskGroup, type TourStep, type VersionNews } from '#contract/cards/releases.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfAway } from '#server/integrations/storage-away.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { pictureFolder, picturesIn } from './picture-key.ts'
import { production, readStories } from './read-published.ts'
import { deletePublication, deleteRelease, putPublication, putRelease } from './release-store.ts'
import type { PublicationKind } from './tables.ts'

type Needs = { changes: Changes; clock: Clock }

/** What every reader depends on: whoever keeps an answer forgets it when this is told. */
export const releasesChanged = 'installation:releases'

/** These groups in place of all others; null brings back ours. Pictures that no story shows any more go, at the latest in the night. */
export async function publishStories(needs: Needs & { storage: Storage; db: Db; holds: Holds }, groups: DeskGroup[] | null): Promise<void> {
  const before = await readStories(needs.db, releaseTags.stories, 'en')
  await publish(needs, 'stories', releaseTags.stories, groups)
  const shown = picturesIn(groups ?? [])
  const gone = picturesIn(before.groups).filter((id) => !shown.includes(id))
  for (const id of gone) await unlessBackedUp(needs.holds, () => needs.storage.remove(pictureFolder(id))).catch(nullIfAway)
}

/** These steps in place of all others; null brings back ours. */
export const publishTour = (needs: Needs, steps: TourStep[] | null) => publish(needs, 'tour', releaseTags.tour, steps)

function publish({ changes, clock }: Needs, kind: PublicationKind, tag: string, content: unknown): Promise<void> {
  return changes.write(async (tx, tell) => {
    tell(releasesChanged)
    await (content === null ? deletePublication(tx, kind, tag) : putPublication(tx, kind, tag, content, clock.now()))
  })
}

/** Tells of a version, or tells it anew. */
export function publishVersion({ changes }: Pick<Needs, 'changes'>, news: VersionNews): Promise<void> {
  return changes.write(async (tx, tell) => {
    tell(releasesChanged)
    await putRelease(tx, { versionType: production, ...news })
  })
}

/** Takes back what an operator told of a version; our own word of it, where there is one, stands again. */
export function removeVersion({ changes }: Pick<Needs, 'changes'>, version: string): Promise<void> {
  return changes.write(async (tx, tell) => {
    tell(releasesChanged)
    if (!(await deleteRelease(tx, production, version))) throw problem('not-found', { detail: `Nobody told of version ${version}.` })
  })
}
