import { releaseTags, type AdminStoryGroup, type TourStep, type VersionNews } from '#contract/cards/releases.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import { unlessBackedUp } from '#server/database/unless-backed-up.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { nullIfUnavailable } from '#server/integrations/storage-error.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { pictureFolder, picturesIn } from './picture-key.ts'
import { production, readStories } from './read-published.ts'
import { deletePublication, deleteRelease, upsertPublication, upsertRelease } from './release-store.ts'
import type { PublicationKind } from './tables.ts'

type Deps = { changes: Changes; clock: Clock }

/** The change key of all published releases: cached responses depend on it. */
export const releasesChanged = 'installation:releases'

/** Replaces all groups; null restores the built-in ones. Removes pictures that are no longer used; the nightly sweep removes the rest. */
export async function publishStories(
  deps: Deps & { storage: Storage; db: Db; workLocks: WorkLocks },
  groups: AdminStoryGroup[] | null,
): Promise<void> {
  const before = await readStories(deps.db, releaseTags.stories, 'en')
  await publish(deps, 'stories', releaseTags.stories, groups)
  const used = picturesIn(groups ?? [])
  const unused = picturesIn(before.groups).filter((id) => !used.includes(id))
  for (const id of unused) await unlessBackedUp(deps.workLocks, () => deps.storage.remove(pictureFolder(id))).catch(nullIfUnavailable)
}

/** Replaces the steps of the tour; null restores the built-in ones. */
export const publishTour = (deps: Deps, steps: TourStep[] | null) => publish(deps, 'tour', releaseTags.tour, steps)

function publish({ changes, clock }: Deps, kind: PublicationKind, tag: string, content: unknown): Promise<void> {
  return changes.write(async (tx, notify) => {
    notify(releasesChanged)
    await (content === null ? deletePublication(tx, kind, tag) : upsertPublication(tx, kind, tag, content, clock.now()))
  })
}

/** Publishes or updates the notes of a version. */
export function publishVersion({ changes }: Pick<Deps, 'changes'>, news: VersionNews): Promise<void> {
  return changes.write(async (tx, notify) => {
    notify(releasesChanged)
    await upsertRelease(tx, { versionType: production, ...news })
  })
}

/** Removes an administrator's notes of a version; built-in notes, if there are any, are displayed again. */
export function removeVersion({ changes }: Pick<Deps, 'changes'>, version: string): Promise<void> {
  return changes.write(async (tx, notify) => {
    notify(releasesChanged)
    if (!(await deleteRelease(tx, production, version)))
      throw problem('not-found', { detail: `You haven’t published notes for version ${version}.` })
  })
}
