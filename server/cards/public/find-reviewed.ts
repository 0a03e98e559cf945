import { has } from '#contract/permissions.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { findSubject, findSubjectReviewed, listVersions } from '../card-store.ts'
import { readRights } from '../settings/read-rights.ts'
import type { Subject } from '../tables.ts'

/** What of a card decides which reviews of it may be asked for. */
export type Reviewed = Pick<Subject, 'id' | 'companyName' | 'experiments'>

/** The card that shows the reviews kept elsewhere under this name; null where none does. Nobody else’s are ever asked for. */
export async function findReviewed(needs: { db: Db; clock: Clock }, reviewedAs: string): Promise<Reviewed | null> {
  const subject = await findSubjectReviewed(needs.db, reviewedAs)
  return subject && has(await readRights(needs, subject), 'Reviews') ? subject : null
}

/** Under which name a card shows reviews kept elsewhere, and by which templates it and its variants draw them. */
type ReviewedCard = Reviewed & { reviewedAs: string; templateIds: number[] }

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
