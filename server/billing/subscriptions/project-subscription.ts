import type { ProviderSubscriptionRow, Subscription } from '../tables.ts'

const dayMs = 86_400_000
/** A renewal is told when it is paid, which may be a weekend after the day it was due. */
const leewayDays = 3
/** An end that comes with the trial's own end is told a little after it. */
const trialEndsWithinMs = 3_600_000

type Snapshot = Omit<ProviderSubscriptionRow, 'listedAt' | 'revision'>
/** What is shown of a card's plan, without when it was written. */
export type Projected = Omit<Subscription, 'updatedAt'>
/** `before`: the row as it stands. Of a provider's it takes nothing over: those follow from what was told alone. */
type Known = { snapshots: readonly Snapshot[]; before: Subscription | null; dunningDays: number }

/**
 * The row of a card, from all its provider's subscriptions: in whatever order they were told, it is the same. A live one goes before an
 * ended one, then the newest begun. One whose first payment never came takes nothing away. Null: the card has no row.
 */
export function projectSubscription({ snapshots, before, dunningDays }: Known): Projected | null {
  const [best] = snapshots.filter(({ status }) => rankOf(status) >= ranks.ended).toSorted(byWeight)
  if (best) return rowOf(best, dunningDays)
  const local = before?.provider === 'embedded' ? before : null
  if (local) return local
  const [unfinished] = snapshots.filter(({ status }) => rankOf(status) === ranks.unfinished).toSorted(byWeight)
  return unfinished ? rowOf(unfinished, dunningDays) : null
}

/** More than one that is charged: somebody pays twice. */
export function countLive(snapshots: readonly Snapshot[]): number {
  return snapshots.filter(({ status }) => rankOf(status) === ranks.granting).length
}

const ranks = { granting: 4, standing: 3, ended: 2, unfinished: 1, nothing: 0 } as const

const rankByStatus: Record<string, number> = {
  trialing: ranks.granting,
  active: ranks.granting,
  past_due: ranks.granting,
  unpaid: ranks.standing,
  paused: ranks.standing,
  canceled: ranks.ended,
  incomplete: ranks.unfinished,
  incomplete_expired: ranks.nothing,
}

/** A provider may invent new words: such a subscription is no reason to take or to give anything. */
export const isStatus = (status: string) => Object.hasOwn(rankByStatus, status)
const rankOf = (status: string) => (isStatus(status) ? (rankByStatus[status] ?? ranks.nothing) : ranks.nothing)

function byWeight(a: Snapshot, b: Snapshot): number {
  return rankOf(b.status) - rankOf(a.status) || b.beganAt.getTime() - a.beganAt.getTime() || (a.id < b.id ? 1 : -1)
}

function rowOf(snapshot: Snapshot, dunningDays: number): Projected {
  const { subjectId, planCode, provider, customerId, card, cancelAt } = snapshot
  return {
    subjectId,
    planCode,
    trialEndsAt: null,
    paidUntil: null,
    dunningUntil: null,
    cancelAt,
    hasCardOnFile: card !== null,
    isCardExpired: false,
    card,
    provider,
    customerId,
    subscriptionId: snapshot.id,
    providerAt: snapshot.toldAt,
    ...standing(snapshot, dunningDays),
  }
}

function standing(snapshot: Snapshot, dunningDays: number): Pick<Projected, 'state'> & Partial<Projected> {
  const { status, beganAt, trialEndsAt, periodStartsAt, periodEndsAt, cancelAt, card } = snapshot
  switch (status) {
    case 'trialing': {
      const ends = trialEndsAt ?? periodEndsAt ?? beganAt
      // With a card on file the trial goes over into a paid plan; that is told a little after it happened.
      return { state: 'trial', trialEndsAt: ends, paidUntil: card ? earlier(inDays(ends, leewayDays), cancelAt) : null }
    }
    case 'active':
      return { state: 'paid', paidUntil: earlier(inDays(periodEndsAt ?? inDays(beganAt, 31), leewayDays), cancelAt) }
    case 'past_due':
      return { state: 'dunning', dunningUntil: inDays(periodStartsAt ?? beganAt, dunningDays) }
    case 'unpaid':
      return { state: 'unpaid' }
    case 'paused':
      return { state: 'expired', trialEndsAt }
    case 'canceled':
      // Whose plan ended lacks no payment card: that would read as a trial that ran out.
      return endedInTrial(snapshot) ? { state: 'expired', trialEndsAt } : { state: 'cancelled', hasCardOnFile: true }
    default:
      return { state: 'unfinished' }
  }
}

function endedInTrial({ trialEndsAt, endedAt, card }: Snapshot): boolean {
  return card === null && trialEndsAt !== null && endedAt !== null && endedAt.getTime() <= trialEndsAt.getTime() + trialEndsWithinMs
}

const inDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)
const earlier = (moment: Date, limit: Date | null) => (limit !== null && limit < moment ? limit : moment)
