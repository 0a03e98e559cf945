import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { numberOf } from '#contract/permissions.ts'
import { readPlan } from '#server/billing/orders/read-plan.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { cardRights } from '../settings/card-rights.ts'
import type { Facts } from './check-content.ts'
import { differing, wholeOf } from './draft-policy.ts'
import { findDraft } from './draft-store.ts'
import { findFaults } from './check-draft.ts'
import { presentEdited } from './present-edited.ts'
import { readOwnCard, type OwnCard } from '../owned/read-own-card.ts'
import { readWholeCard } from '../public/read-card.ts'
import { listServiceKinds } from '../public/service-store.ts'

/** One's own card for editing: what is published, and what is drafted over it. Also of a card that is off. */
export async function readEditor(needs: { db: Db; clock: Clock }, caller: Caller, alias: string): Promise<EditorAnswer> {
  const { db } = needs
  const { subject, may } = await readOwnCard(needs, caller, alias)
  const [whole, draft, kinds, { plan, subscription }] = await Promise.all([
    readWholeCard(db, subject),
    findDraft(db, subject.id),
    listServiceKinds(db),
    readPlan(needs, subject.id),
  ])
  const published = presentEdited(whole)
  const fields = differing(published, draft.fields)
  return {
    id: subject.id,
    key: subject.key,
    alias: subject.alias,
    fullName: subject.fullName,
    revision: subject.revision,
    isDisabled: subject.isCardDisabled,
    permissions: numberOf(cardRights({ plan, granted: subject.grantedRights, revoked: subject.revokedRights })),
    subscription,
    published,
    draft: {
      revision: draft.revision,
      savedAt: draft.savedAt?.toISOString() ?? null,
      fields: wholeOf(published, fields),
      faults: await findFaults(db, subject.id, fields, { serviceIds: new Set(kinds.map(({ id }) => id)), may }),
    },
    serviceKinds: kinds.map(({ id, name, capabilities }) => ({ gradeServiceId: id, serviceName: name, capabilities })),
  }
}

/** What decides whether a draft may be published as it is. */
export async function readFacts(db: Db, { may }: Pick<OwnCard, 'may'>): Promise<Facts> {
  return { serviceIds: new Set((await listServiceKinds(db)).map(({ id }) => id)), may }
}
