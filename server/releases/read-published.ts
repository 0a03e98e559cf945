import type { Language } from '#contract/languages.ts'
import { DeskGroups, releaseTags, type DeskGroup, type StoryGroup, Tour, type TourStep } from '#contract/cards/releases.ts'
import { compareVersions } from '#contract/cards/versions.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { ourStories } from './ours/our-stories.ts'
import { ourTour } from './ours/our-tour.ts'
import { ourVersions } from './ours/our-versions.ts'
import { findPublication, listReleases } from './release-store.ts'

type ReadStories = { isOurs: boolean; groups: DeskGroup[] }

/** The stories under a tag, drafts too. Where nobody published any, the present version has ours. */
export async function readStories(db: Db, tag: string, language: Language): Promise<ReadStories> {
  const found = await findPublication(db, 'stories', tag)
  if (found !== null) return { isOurs: false, groups: DeskGroups.parse(found) }
  return { isOurs: true, groups: tag === releaseTags.stories ? ourStories(language) : [] }
}

/** What everybody may read of them. */
export function shownOf({ groups }: ReadStories): StoryGroup[] {
  return groups.flatMap(({ isDraft, ...group }) => (isDraft ? [] : [group]))
}

/** The steps under a tag, or null where there is no such tour. */
export async function readTour(db: Db, tag: string, language: Language): Promise<{ isOurs: boolean; steps: TourStep[] } | null> {
  const found = await findPublication(db, 'tour', tag)
  if (found !== null) return { isOurs: false, steps: Tour.parse(found) }
  return tag === releaseTags.tour ? { isOurs: true, steps: ourTour(language) } : null
}

export const production = 'Production'

export type KnownVersion = { version: string; date: string; versionHistory: string; updates: string[]; isOurs: boolean }

/** Ours and the operator's, newest first. What an operator says of a version stands in place of our words. */
export async function listVersions(db: Db, versionType: string, language: Language): Promise<KnownVersion[]> {
  const told = (await listReleases(db, versionType)).map((row) => ({ ...row, isOurs: false }))
  const ours = versionType === production ? ourVersions(language).map((version) => ({ ...version, isOurs: true })) : []
  const unsaid = ours.filter(({ version }) => !told.some((row) => row.version === version))
  return [...told, ...unsaid].toSorted((a, b) => compareVersions(b.version, a.version))
}

/** The newest version of a kind, seen or not: the page compares it with the one it showed last. */
export async function findLatest(db: Db, versionType: string, language: Language): Promise<KnownVersion> {
  const [latest] = await listVersions(db, versionType, language)
  if (!latest) throw problem('not-found')
  return latest
}
