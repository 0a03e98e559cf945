import { ArchivedCard } from '#contract/accounts/archive.ts'
import { readPlan, type PlanReader } from '#server/billing/orders/read-plan.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findDraftFields, listServicesOf, listVersionsOf } from './archive-store.ts'
import { findSubject } from '../card-store.ts'
import { componentsOf } from '../public/service-store.ts'
import type { Subject } from '../tables.ts'

type GatheredCard = Omit<ArchivedCard, 'labels' | 'devices' | 'shortLinks' | 'billing' | 'mailRejections'>

const names = Object.keys(ArchivedCard.shape.fields.shape) as (keyof typeof ArchivedCard.shape.fields.shape & keyof Subject)[]
/** Not checked: a value may have been stored before it had limits. */
const valuesOf = (card: Partial<Subject>) =>
  Object.fromEntries(names.filter((name) => card[name] !== undefined).map((name) => [name, card[name]]))

/** A card for export: its owner's published and drafted values. */
export async function gatherCard(deps: PlanReader, subjectId: string): Promise<GatheredCard> {
  const { db } = deps
  const [subject, { plan, subscription }, services, components, versions, draft] = await Promise.all([
    findSubject(db, subjectId),
    readPlan(deps, subjectId),
    listServicesOf(db, subjectId),
    componentsOf(db, subjectId),
    listVersionsOf(db, subjectId),
    findDraftFields(db, subjectId),
  ])
  if (!subject) throw problem('card-not-found')
  return {
    alias: subject.alias,
    createdAt: subject.createdAt.toISOString(),
    updatedAt: subject.updatedAt.toISOString(),
    fields: valuesOf(subject),
    plan: { name: plan, isTrial: subscription.isTrial, trialDays: subscription.trialDays },
    services: services.map(({ gradeServiceId, directLink, capabilities, weight, ignoreService }) => ({
      gradeServiceId,
      directLink,
      capabilities,
      weight,
      ignoreService,
    })),
    components: components.map(({ gradeServiceId, gradeComponentId, currentValue }) => ({
      gradeServiceId,
      gradeComponentId,
      currentValue,
    })),
    versions: versions.map(({ name, overrides }) => ({ name, overrides: valuesOf(overrides) })),
    // An empty draft is exported like none.
    draft: draft && Object.keys(draft).length > 0 ? ArchivedCard.shape.draft.parse(draft) : null,
  }
}
