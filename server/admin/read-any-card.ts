import { layoutFor } from '#common/layouts.ts'
import { takedownCauses } from '#contract/admin/abuse-choices.ts'
import type { CardSubscription, CustomReview } from '#contract/cards/cards.ts'
import type { PlanChoice } from '#contract/admin/admin-choices.ts'
import type { AdminCard } from '#contract/admin/admin.ts'
import { readOpenReports } from '#server/abuse/manage-reports.ts'
import { listLastLogins, listOwners } from '#server/accounts/list-owners.ts'
import { listAuditEntries } from '#server/audit/audit-store.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { listRights } from '#server/cards/settings/read-rights.ts'
import { listEarlierAliases, listVersionNames } from '#server/cards/owned/list-cards.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { exportConnections } from '#server/connections/export-connections.ts'
import { countNewContacts } from '#server/contacts/count-contacts.ts'
import { measurePictures } from '#server/media/read-pictures.ts'
import { presentAuditEntry } from './present-audit-entry.ts'
import { describeCards } from './search-cards-of-all.ts'

const entriesMax = 20

/** One card of any owner, for an administrator. */
export async function readAnyCard(deps: PlanReader & { settings: { productSlug: string } }, alias: string): Promise<AdminCard> {
  const { subject, plan, subscription } = await readCard(deps, alias)
  const [[line], owners, pictures, abuse, acts, versions, earlierAliases, connections = [], newContacts] = await Promise.all([
    describeCards(deps, [subject]),
    listOwners(deps.db, subject.id),
    measurePictures(deps.db, subject.id),
    readOpenReports(deps.db, subject.id),
    listAuditEntries(deps.db, { card: subject, limit: entriesMax }),
    listVersionNames(deps.db, subject.id),
    listEarlierAliases(deps.db, subject),
    exportConnections(deps.db, subject.id),
    countNewContacts(deps.db, subject.id),
  ])
  const logins = await listLastLogins(
    deps.db,
    owners.map(({ accountId }) => accountId),
  )
  const { grantedRights: granted, revokedRights: revoked, isCardDisabled: isDisabled } = subject
  if (!line) throw new Error('one card is described by one line')
  const takenDown = isDisabled ? acts.find(({ act, subjectId }) => act === 'card.disable' && subjectId === subject.id) : undefined
  const { cause, reason } = takenDown?.detail ?? {}
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
    lastLogins: Object.fromEntries(
      owners.flatMap(({ accountId, email }) => {
        const login = logins.get(accountId)
        return login ? [[email, { ...login, at: login.at.toISOString() }]] : []
      }),
    ),
    layout: layoutFor(subject.eCardTheme).name,
    versions,
    newContacts,
    earlierAliases,
    connections: connections.map(({ name, isOn }) => ({ name, isOn })),
    ownReviews: measureReviews(subject.reviews),
    cause: takedownCauses.find((one) => one === cause) ?? null,
    reason: typeof reason === 'string' ? reason : '',
    acts: acts.map(presentAuditEntry),
    pictures,
    ...abuse,
  }
}

function measureReviews(reviews: readonly CustomReview[]): AdminCard['ownReviews'] {
  const rated = reviews.flatMap(({ stars }) => (stars > 0 ? stars : []))
  return { count: reviews.length, stars: rated.length > 0 ? rated.reduce((sum, stars) => sum + stars, 0) / rated.length : null }
}

/** The plan state as an administrator would choose it. Expired and canceled are the same. */
function presentPlan({ isFreemium, isTrial, isDunning, isUnpaid, isActive }: CardSubscription): PlanChoice {
  if (isFreemium) return 'FREE'
  if (isTrial) return 'TRIAL'
  if (isDunning) return 'DUNNING'
  if (isUnpaid) return 'UNPAID'
  return isActive ? 'PRO' : 'EXPIRED'
}
