import type { CardSubscription } from '#contract/cards/cards.ts'
import type { PlanChoice } from '#contract/admin/operator-choices.ts'
import type { OperatorCard } from '#contract/admin/operator.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { listActs } from '#server/audit/act-store.ts'
import { listRights } from '#server/cards/settings/read-rights.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { presentAct } from './present-act.ts'

const actsShown = 20

/** One card as an operator sees it, whosever it is. */
export async function readAnyCard(needs: { db: Db; clock: Clock }, alias: string): Promise<OperatorCard> {
  const { subject, plan, subscription } = await readCard(needs, alias)
  const [owners, acts] = await Promise.all([
    listOwners(needs.db, subject.id),
    listActs(needs.db, { search: subject.alias, limit: actsShown }),
  ])
  const { grantedRights: granted, revokedRights: revoked, isCardDisabled: isDisabled } = subject
  const takenDown = isDisabled ? acts.find(({ act, subjectId }) => act === 'card.disable' && subjectId === subject.id) : undefined
  const reason = takenDown?.detail['reason']
  return {
    alias: subject.alias,
    fullName: subject.fullName,
    companyName: subject.companyName,
    emailAddress: subject.emailAddress,
    plan,
    isTrial: subscription.isTrial,
    isOff: isDisabled || !subject.eCardEnabled,
    isDisabled,
    isDemo: subject.isDemo,
    revision: subject.revision,
    createdAt: subject.createdAt.toISOString(),
    updatedAt: subject.updatedAt.toISOString(),
    subscription,
    choice: presentPlan(subscription),
    granted,
    revoked,
    rights: listRights({ plan, granted, revoked }),
    experiments: subject.experiments,
    owners: owners.map(({ email }) => email),
    reason: typeof reason === 'string' ? reason : '',
    acts: acts.map(presentAct),
  }
}

/** The state of a plan as an operator would choose it. What has run out and what was cancelled give the same. */
function presentPlan({ isFreemium, isTrial, isDunning, isUnpaid, isActive }: CardSubscription): PlanChoice {
  if (isFreemium) return 'FREE'
  if (isTrial) return 'TRIAL'
  if (isDunning) return 'DUNNING'
  if (isUnpaid) return 'UNPAID'
  return isActive ? 'PRO' : 'EXPIRED'
}
