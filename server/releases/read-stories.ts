import type { Language } from '#contract/languages.ts'
import { DeskGroups, releaseTags, type DeskGroup, type StoryGroup } from '#contract/cards/releases.ts'
import type { Db } from '#server/database/database.ts'
import { ourStories } from './ours/our-stories.ts'
import { findPublication } from './release-store.ts'

export type ReadStories = { isOurs: boolean; groups: DeskGroup[] }

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
