import { ownProperty } from '#common/own-property.ts'
import type { Subscription } from '../tables.ts'
import { stateAt } from './describe-subscription.ts'
import type { Snapshot } from './snapshot.ts'

const dayMs = 86_400_000
/** A renewal is reported when it is paid, which can be a weekend after it was due. */
const renewalGraceDays = 3
/** A cancellation at the trial’s end is reported a little later. */
const trialEndsWithinMs = 3_600_000

/** A card’s plan without its write time. */
export type ProjectedSubscription = Omit<Subscription, 'updatedAt'>
/** `before`: the current row. A row of a provider is ignored: it follows from the snapshots alone. */
type ProjectionInput = { snapshots: readonly Snapshot[]; before: Subscription | null; now: Date; dunningDays: number }

/**
 * Derives a card’s plan from all its subscriptions at the provider, independent of the order of events. A live one wins over an ended
 * one, then the newest wins. A trial or paid period that runs without the provider wins over an ended or paused subscription. One whose
 * first payment never came changes nothing. Null: the card is on the free plan.
 */
export function projectSubscription({ snapshots, before, now, dunningDays }: ProjectionInput): ProjectedSubscription | null {
  const local = before?.provider === 'embedded' ? before : null
  const isRunning = ['trial', 'paid', 'dunning'].includes(stateAt(local, now))
  const [current] = snapshots
    .filter(({ status }) => rankOf(status) >= ranks.ended && !(isRunning && ['canceled', 'paused'].includes(status)))
    .toSorted(byPriority)
  if (current) return rowOf(current, dunningDays)
  if (local) return local
  const [unfinished] = snapshots.filter(({ status }) => rankOf(status) === ranks.unfinished).toSorted(byPriority)
  return unfinished ? rowOf(unfinished, dunningDays) : null
}

/** The number of charged subscriptions; more than one means double payment. */
export function countLive(snapshots: readonly Snapshot[]): number {
  return snapshots.filter(({ status }) => rankOf(status) === ranks.granting).length
}

const ranks = { granting: 4, suspended: 3, ended: 2, unfinished: 1, nothing: 0 } as const

const rankByStatus: Record<string, number> = {
  trialing: ranks.granting,
  active: ranks.granting,
  past_due: ranks.granting,
  unpaid: ranks.suspended,
  paused: ranks.suspended,
  canceled: ranks.ended,
  incomplete: ranks.unfinished,
  incomplete_expired: ranks.nothing,
}

/** A status that the provider adds later is unknown; such a subscription changes nothing. */
const rankOf = (status: string) => ownProperty(rankByStatus, status) ?? ranks.nothing

function byPriority(a: Snapshot, b: Snapshot): number {
  return rankOf(b.status) - rankOf(a.status) || b.beganAt.getTime() - a.beganAt.getTime() || (a.id < b.id ? 1 : -1)
}

function rowOf(snapshot: Snapshot, dunningDays: number): ProjectedSubscription {
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
    providerAt: snapshot.reportedAt,
    ...stateFields(snapshot, dunningDays),
  }
}

function stateFields(snapshot: Snapshot, dunningDays: number): Pick<ProjectedSubscription, 'state'> & Partial<ProjectedSubscription> {
  const { status, beganAt, trialEndsAt, periodStartsAt, periodEndsAt, cancelAt, card } = snapshot
  switch (status) {
    case 'trialing': {
      const ends = trialEndsAt ?? periodEndsAt ?? beganAt
      // With a payment card the trial becomes a paid plan; the event arrives a little later.
      return { state: 'trial', trialEndsAt: ends, paidUntil: card ? earlier(inDays(ends, renewalGraceDays), cancelAt) : null }
    }
    case 'active':
      return { state: 'paid', paidUntil: earlier(inDays(periodEndsAt ?? inDays(beganAt, 31), renewalGraceDays), cancelAt) }
    case 'past_due':
      return { state: 'dunning', dunningUntil: inDays(periodStartsAt ?? beganAt, dunningDays) }
    case 'unpaid':
      return { state: 'unpaid' }
    case 'paused':
      return { state: 'expired', trialEndsAt }
    case 'canceled':
      // Without `hasCardOnFile` an ended plan would look like an expired trial.
      return endedInTrial(snapshot) ? { state: 'expired', trialEndsAt } : { state: 'cancelled', hasCardOnFile: true }
    default:
      return { state: 'unfinished' }
  }
}

function endedInTrial({ trialEndsAt, endedAt, card }: Snapshot): boolean {
  return card === null && trialEndsAt !== null && endedAt !== null && endedAt.getTime() <= trialEndsAt.getTime() + trialEndsWithinMs
}

export const inDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)
const earlier = (moment: Date, limit: Date | null) => (limit !== null && limit < moment ? limit : moment)
