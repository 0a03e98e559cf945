import { releaseTags, Tour, type TourStep } from '#contract/cards/releases.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/database/database.ts'
import { ourTour } from './ours/our-tour.ts'
import { findPublication } from './release-store.ts'

/** The steps under a tag, or null where there is no such tour. */
export async function readTour(db: Db, tag: string, language: Language): Promise<{ isOurs: boolean; steps: TourStep[] } | null> {
  const found = await findPublication(db, 'tour', tag)
  if (found !== null) return { isOurs: false, steps: Tour.parse(found) }
  return tag === releaseTags.tour ? { isOurs: true, steps: ourTour(language) } : null
}
