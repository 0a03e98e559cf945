import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findSubject, listVersions } from '../card-store.ts'
import { findReviewed, type Reviewed } from './find-reviewed.ts'

/** Under which name a card shows reviews kept elsewhere, and by which templates it and its variants draw them. */
export type ReviewedCard = Reviewed & { reviewedAs: string; templateIds: number[] }

/** Null where the card shows none, or another one those of its name. */
export async function readReviewed(needs: { db: Db; clock: Clock }, id: string): Promise<ReviewedCard | null> {
  const subject = await findSubject(needs.db, id)
  if (!subject) return null
  const { zillowWebServicesId: reviewedAs, gradeServiceTemplateId: own } = subject
  const reviewed = await findReviewed(needs, reviewedAs)
  if (reviewed?.id !== id) return null
  const versions = await listVersions(needs.db, id)
  return { ...reviewed, reviewedAs, templateIds: [own, ...versions.map(({ overrides }) => overrides.gradeServiceTemplateId ?? own)] }
}
