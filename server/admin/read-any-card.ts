import type { CardSubscription } from '#contract/cards/cards.ts'
import type { PlanChoice } from '#contract/admin/operator-choices.ts'
import type { OperatorCard } from '#contract/admin/operator.ts'
import { readOpenAbuse } from '#server/abuse/track-reports.ts'
import { listLastLogins, listOwners } from '#server/accounts/list-owners.ts'
import { listActs } from '#server/audit/act-store.ts'
import { listRights } from '#server/cards/settings/read-rights.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Db } from '#server/database/database.ts'
import { measurePictures } from '#server/media/read-pictures.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { presentAct } from './present-act.ts'
import { describeCards } from './search-cards-of-all.ts'

const actsShown = 20

/** One card as an operator sees it, whosever it is. */
export async function readAnyCard(
  needs: { db: Db; clock: Clock; settings: { productSlug: string } },
  alias: string,
): Promise<OperatorCard> {
  const { subject, plan, subscription } = await readCard(needs, alias)
  const [[line], owners, pictures, abuse, acts] = await Promise.all([
    describeCards(needs, [subject]),
    listOwners(needs.db, subject.id),
    measurePictures(needs.db, subject.id),
    readOpenAbuse(needs.db, subject.id),
    listActs(needs.db, { alias: subject.alias, limit: actsShown }),
  ])
  const logins = await listLastLogins(
    needs.db,
    owners.map(({ accountId }) => accountId),
  )
  const { grantedRights: granted, revokedRights: revoked, isCardDisabled: isDisabled } = subject
  if (!line) throw new Error('one card is described by one line')
  const takenDown = isDisabled ? acts.find(({ act, subjectId }) => act === 'card.disable' && subjectId === subject.id) : undefined
  const reason = takenDown?.detail['reason']
  return {
    ...line,
    emailAddress: subject.emailAddress,
    revision: subject.revision,
    updatedAt: subject.updatedAt.toISOString(),
    subscription,
    choice: presentPlan(subscription),
    granted,
    revoked,
    rights: listRights({ plan, granted, revoked }),
    experiments: subject.experiments,
    owners: owners.map(({ email }) => email),
    lastLogins: Object.fromEntries(
      owners.flatMap(({ accountId, email }) => {
        const at = logins.get(accountId)
        return at ? [[email, at.toISOString()]] : []
      }),
    ),
    reason: typeof reason === 'string' ? reason : '',
    acts: acts.map(presentAct),
    pictures,
    ...abuse,
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
