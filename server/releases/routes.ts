import { releaseTags, type StoryGroup } from '#contract/cards/releases.ts'
import type { OperatorAct } from '#contract/admin/operator-choices.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import type { ActDetail } from '#server/audit/tables.ts'
import { withAct, writeAct } from '#server/audit/write-act.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Holds } from '#server/database/holds.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { givePicture } from './give-picture.ts'
import { keepPicture } from './keep-picture.ts'
import { publishStories, publishTour, publishVersion, releasesChanged, removeVersion } from './publish.ts'
import { findLatest, type KnownVersion, listVersions, production, readStories, readTour, shownOf } from './read-published.ts'

type Needs = {
  db: Db
  holds: Holds
  changes: Changes
  clock: Clock
  storage: Storage
  settings: { productName: string }
}

const done = { success: 1, message: '' } as const

export function releaseRoutes(needs: Needs) {
  const { db, storage, settings } = needs
  /** The same needs, and what is written with them is written down. */
  const by = async (caller: Caller, act: OperatorAct, detail: ActDetail = {}) => ({
    ...needs,
    changes: withAct(needs, await readActor(db, caller), { act, detail }),
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
      return named(shownOf(await readStories(db, input.stories, language)), settings.productName)
    },
    async 'releases.tourSteps'({ params, query: { language = 'en' }, dependsOn }) {
      dependsOn(releasesChanged)
      const tour = await readTour(db, params.tour, language)
      if (!tour) throw problem('not-found')
      return { success: 1, virtualTour: { virtualTourSteps: tour.steps } }
    },
    'releases.picture': ({ params, request }) => givePicture(storage, params.id, request),

    async 'releases.desk'() {
      const [stories, tour, versions] = await Promise.all([
        readStories(db, releaseTags.stories, 'en'),
        readTour(db, releaseTags.tour, 'en'),
        listVersions(db, production, 'en'),
      ])
      return {
        stories,
        tour: tour ?? { isOurs: true, steps: [] },
        versions: versions.map((version) => ({ ...presentVersion(version), isOurs: version.isOurs })),
      }
    },
    async 'releases.publishStories'({ caller, input: { groups } }) {
      const told = groups ? await by(caller, 'stories.publish', { groups: groups.length }) : await by(caller, 'stories.reset')
      await publishStories(told, groups)
      return done
    },
    async 'releases.publishTour'({ caller, input: { steps } }) {
      await publishTour(await by(caller, steps ? 'tour.publish' : 'tour.reset'), steps)
      return done
    },
    async 'releases.publishVersion'({ caller, input }) {
      await publishVersion(await by(caller, 'version.publish', { version: input.version }), input)
      return done
    },
    async 'releases.removeVersion'({ caller, input: { version } }) {
      await removeVersion(await by(caller, 'version.remove', { version }), version)
      return done
    },
    async 'releases.addPicture'({ caller, input }) {
      const actor = await readActor(db, caller)
      const url = await keepPicture(storage, Buffer.from(input.data, 'base64'))
      await needs.changes.write((tx) => writeAct(tx, actor, { act: 'stories.picture' }, needs.clock.now()))
      return { url }
    },
  } satisfies Partial<Handlers>
}

/** {product} in the titles is the product's configured name. */
function named(groups: StoryGroup[], productName: string): StoryGroup[] {
  return groups.map((group) => ({ ...group, updateTitle: group.updateTitle.replaceAll('{product}', productName) }))
}

/** Both names that the specification has for the same. */
function presentVersion({ version, date, versionHistory, updates }: KnownVersion) {
  return { version, versionNumber: version, date, versionHistory, updates, versionUpdates: updates }
}
