import { has } from '#contract/permissions.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { findSubject, findSubjectReviewed, listVersions } from '../card-store.ts'
import { readRights } from '../settings/read-rights.ts'
import type { Subject } from '../tables.ts'

/** The fields that decide which reviews are fetched. */
export type ProviderReviews = Pick<Subject, 'id' | 'companyName' | 'experiments'>

/** The card that shows the provider's reviews of this name, or null. Reviews of other names are never fetched. */
export async function findReviewed(deps: PlanReader, reviewedAs: string): Promise<ProviderReviews | null> {
  const subject = await findSubjectReviewed(deps.db, reviewedAs)
  return subject && has(await readRights(deps, subject), 'Reviews') ? subject : null
}

/** The provider's name for a card's reviews, and the templates of the card and its versions. */
type ReviewedCard = ProviderReviews & { reviewedAs: string; templateIds: number[] }

/** Null if the card shows no provider reviews or another card has the name. */
export async function readReviewed(deps: PlanReader, id: string): Promise<ReviewedCard | null> {
  const subject = await findSubject(deps.db, id)
  if (!subject) return null
  const { zillowWebServicesId: reviewedAs, gradeServiceTemplateId: own } = subject
  const reviewed = await findReviewed(deps, reviewedAs)
  if (reviewed?.id !== id) return null
  const versions = await listVersions(deps.db, id)
  return { ...reviewed, reviewedAs, templateIds: [own, ...versions.map(({ overrides }) => overrides.gradeServiceTemplateId ?? own)] }
}
