import type { Db } from '#server/db/database.ts'
import { findSubjectReviewed } from './card-store.ts'
import { isSwitchedOff } from './read-card.ts'
import type { Subject } from './tables.ts'

export type Reviewed = Subject

/** The card that shows the reviews kept elsewhere under this name; null where none does. Nobody else’s are ever asked for. */
export async function findReviewed(db: Db, reviewedAs: string): Promise<Subject | null> {
  const subject = await findSubjectReviewed(db, reviewedAs)
  return subject && subject.showZillowReviews && !isSwitchedOff(subject) ? subject : null
}
