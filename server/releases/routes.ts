import { releaseTags, type StoryGroup } from '#contract/cards/releases.ts'
import type { AuditAction } from '#contract/admin/admin-choices.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import type { AuditDetail } from '#server/audit/tables.ts'
import { withAuditEntry, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { WorkLocks } from '#server/database/work-locks.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { serveStoryPicture } from './serve-story-picture.ts'
import { saveStoryPicture } from './save-story-picture.ts'
import { publishStories, publishTour, publishVersion, releasesChanged, removeVersion } from './publish.ts'
import { findLatest, type KnownVersion, listVersions, production, readStories, readTour, publishedGroups } from './read-published.ts'

type Deps = {
  db: Db
  workLocks: WorkLocks
  changes: Changes
  clock: Clock
  storage: Storage
  settings: { productName: string }
}

export function releaseRoutes(deps: Deps) {
  const { db, storage, settings } = deps
  /** The same deps, with changes that also write an audit log entry. */
  const audited = async (caller: Caller, act: AuditAction, detail: AuditDetail = {}) => ({
    ...deps,
    changes: withAuditEntry(deps, await readActor(db, caller), { act, detail }),
  })
  return {
    async 'releases.latest'({ params, query: { language = 'en' }, dependsOn }) {
      dependsOn(releasesChanged)
      return presentVersion(await findLatest(db, params.versionType, language))
    },
    async 'releases.history'({ params, query: { language = 'en' }, dependsOn }) {
      dependsOn(releasesChanged)
      const versions = await listVersions(db, params.versionType, language)
      return versions.map(presentVersion)
    },
    async 'releases.stories'({ input, query: { language = 'en' } }) {
      return named(publishedGroups(await readStories(db, input.stories, language)), settings.productName)
    },
    async 'releases.tourSteps'({ params, query: { language = 'en' }, dependsOn }) {
      dependsOn(releasesChanged)
      const tour = await readTour(db, params.tour, language)
      if (!tour) throw problem('not-found')
      return { success: 1, virtualTour: { virtualTourSteps: tour.steps } }
    },
    'releases.picture': ({ params, request }) => serveStoryPicture(storage, params.id, request),

    async 'releases.admin'() {
      const [stories, tour, versions] = await Promise.all([
        readStories(db, releaseTags.stories, 'en-US'),
        readTour(db, releaseTags.tour, 'en-US'),
        listVersions(db, production, 'en-US'),
      ])
      return {
        stories,
        tour: tour ?? { isBuiltIn: true, steps: [] },
        versions: versions.map((version) => ({ ...presentVersion(version), isBuiltIn: version.isBuiltIn })),
      }
    },
    async 'releases.publishStories'({ caller, input: { groups } }) {
      const context = groups ? await audited(caller, 'stories.publish', { groups: groups.length }) : await audited(caller, 'stories.reset')
      await publishStories(context, groups)
    },
    async 'releases.publishTour'({ caller, input: { steps } }) {
      await publishTour(await audited(caller, steps ? 'tour.publish' : 'tour.reset'), steps)
    },
    async 'releases.publishVersion'({ caller, input }) {
      await publishVersion(await audited(caller, 'version.publish', { version: input.version }), input)
    },
    async 'releases.removeVersion'({ caller, input: { version } }) {
      await removeVersion(await audited(caller, 'version.remove', { version }), version)
    },
    async 'releases.addPicture'({ caller, input }) {
      const actor = await readActor(db, caller)
      const url = await saveStoryPicture(storage, Buffer.from(input.data, 'base64'))
      await deps.changes.write((tx) => writeAuditEntry(tx, actor, { act: 'stories.picture' }, deps.clock.now()))
      return { url }
    },
  } satisfies Partial<Handlers>
}

/** {product} in the titles is the product's configured name. */
function named(groups: StoryGroup[], productName: string): StoryGroup[] {
  return groups.map((group) => ({ ...group, updateTitle: group.updateTitle.replaceAll('{product}', productName) }))
}

/** The specification has two names for some fields. */
function presentVersion({ version, date, versionHistory, updates }: KnownVersion) {
  return { version, versionNumber: version, date, versionHistory, updates, versionUpdates: updates }
}
