import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { permissionBits } from '#contract/permissions.ts'
import { readPlan, type PlanReader } from '#server/billing/orders/read-plan.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { cardRights } from '../settings/card-rights.ts'
import type { DraftContext } from './check-content.ts'
import { changedFields, withWholeValues } from './draft-policy.ts'
import { findDraft } from './draft-store.ts'
import { findIssues } from './check-draft.ts'
import { presentEdited } from './present-edited.ts'
import { readOwnCard, type OwnCard } from '../owned/read-own-card.ts'
import { readWholeCard } from '../public/read-card.ts'
import { listServiceKinds } from '../public/service-store.ts'

/** The caller's card for editing: published values and draft. Includes cards that are off. */
export async function readEditor(deps: PlanReader, caller: Caller, alias: string): Promise<EditorAnswer> {
  const { db } = deps
  const { subject, may } = await readOwnCard(deps, caller, alias)
  const [whole, draft, kinds, { plan, subscription }] = await Promise.all([
    readWholeCard(db, subject),
    findDraft(db, subject.id),
    listServiceKinds(db),
    readPlan(deps, subject.id),
  ])
  const published = presentEdited(whole)
  const fields = changedFields(published, draft.fields)
  return {
    id: subject.id,
    key: subject.key,
    alias: subject.alias,
    fullName: subject.fullName,
    revision: subject.revision,
    isDisabled: subject.isCardDisabled,
    permissions: permissionBits(cardRights({ plan, granted: subject.grantedRights, revoked: subject.revokedRights })),
    subscription,
    published,
    draft: {
      revision: draft.revision,
      savedAt: draft.savedAt?.toISOString() ?? null,
      fields: withWholeValues(published, fields),
      issues: await findIssues(db, subject.id, fields, { serviceIds: new Set(kinds.map(({ id }) => id)), may }),
    },
    serviceKinds: kinds.map(({ id, name, capabilities }) => ({ gradeServiceId: id, serviceName: name, capabilities })),
  }
}

/** What the checks of a draft depend on: known services and permissions. */
export async function readDraftContext(db: Db, { may }: Pick<OwnCard, 'may'>): Promise<DraftContext> {
  return { serviceIds: new Set((await listServiceKinds(db)).map(({ id }) => id)), may }
}
