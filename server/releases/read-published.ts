import type { Language } from '#contract/languages.ts'
import { AdminStoryGroups, releaseTags, type AdminStoryGroup, type StoryGroup, Tour, type TourStep } from '#contract/cards/releases.ts'
import { compareVersions } from '#common/compare-versions.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { builtInStories } from './built-in/stories.ts'
import { builtInTour } from './built-in/tour.ts'
import { builtInVersions } from './built-in/versions.ts'
import { findPublication, listReleases } from './release-store.ts'

type ReadStories = { isBuiltIn: boolean; groups: AdminStoryGroup[] }

/** The stories under a tag, with drafts. Without published ones, the current tag has the built-in stories. */
export async function readStories(db: Db, tag: string, language: Language): Promise<ReadStories> {
  const found = await findPublication(db, 'stories', tag)
  if (found !== null) return { isBuiltIn: false, groups: AdminStoryGroups.parse(found) }
  return { isBuiltIn: true, groups: tag === releaseTags.stories ? builtInStories(language) : [] }
}

/** Without drafts. */
export function publishedGroups({ groups }: ReadStories): StoryGroup[] {
  return groups.flatMap(({ isDraft, ...group }) => (isDraft ? [] : [group]))
}

/** The steps under a tag, or null if there is no such tour. */
export async function readTour(db: Db, tag: string, language: Language): Promise<{ isBuiltIn: boolean; steps: TourStep[] } | null> {
  const found = await findPublication(db, 'tour', tag)
  if (found !== null) return { isBuiltIn: false, steps: Tour.parse(found) }
  return tag === releaseTags.tour ? { isBuiltIn: true, steps: builtInTour(language) } : null
}

export const production = 'Production'

export type KnownVersion = { version: string; date: string; versionHistory: string; updates: string[]; isBuiltIn: boolean }

/** Built-in and published versions, newest first. Published notes of a version replace the built-in ones. */
export async function listVersions(db: Db, versionType: string, language: Language): Promise<KnownVersion[]> {
  const published = (await listReleases(db, versionType)).map((row) => ({ ...row, isBuiltIn: false }))
  const builtIn = versionType === production ? builtInVersions(language).map((version) => ({ ...version, isBuiltIn: true })) : []
  const others = builtIn.filter(({ version }) => !published.some((row) => row.version === version))
  return [...published, ...others].toSorted((a, b) => compareVersions(b.version, a.version))
}

/** The newest version of a type. The page compares it with the one it displayed last. */
export async function findLatest(db: Db, versionType: string, language: Language): Promise<KnownVersion> {
  const [latest] = await listVersions(db, versionType, language)
  if (!latest) throw problem('not-found')
  return latest
}
