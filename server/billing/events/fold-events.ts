import type { ProviderInvoice, ProviderSubscription } from '#server/integrations/billing.ts'
import { isStatus } from '../subscriptions/project-subscription.ts'
import type { EventOutcome, ProviderSubscriptionRow } from '../tables.ts'
import type { Told } from './told.ts'

export type Snapshot = Omit<ProviderSubscriptionRow, 'listedAt' | 'revision'>
export type ToldEvent = { eventId: string; kind: string; at: Date; told: Told }
/** `read`: it does not say enough, these subscriptions are to be read anew, or what was given back; until then it waits. */
type Fate = { outcome: EventOutcome } | { read: string[]; refunds: boolean }

type Whose = { subjectId: string; provider: string; customerId: string }

/**
 * What the events of one card make of what is known of its subscriptions: the newest told wins, by the provider's clock. Two that differ
 * and were told in the same second say nothing about which came later. `known` is brought up to date.
 */
export function foldEvents(events: readonly ToldEvent[], known: Map<string, Snapshot>, whose: Whose): Map<string, Fate> {
  return new Map(events.map((event) => [event.eventId, foldOne(event, known, whose)]))
}

function foldOne({ kind, at, told }: ToldEvent, known: Map<string, Snapshot>, whose: Whose): Fate {
  const { subscription, subscriptionId, invoice, checkout } = told
  if (subscription) return foldSubscription(subscription, at, known, whose)
  // The plan is not known yet: all the customer's invoices are read once the prices can be.
  if (invoice === 'plan-unknown') return { read: subscriptionId ? [subscriptionId] : [], refunds: true }
  if (invoice) return isNews(kind, invoice, known) ? refetch(invoice.subscriptionId) : { outcome: 'applied' }
  if (checkout) return checkout.state === 'complete' && subscriptionId ? refetch(subscriptionId) : { outcome: 'applied' }
  if (subscriptionId) return refetch(subscriptionId)
  if (/refund/.test(kind)) return { read: [], refunds: true }
  // A payment card was added, removed or is about to expire. The provider shows it on ended subscriptions too.
  const isAboutCard = /^(payment_method|customer)\./.test(kind)
  return isAboutCard && known.size > 0 ? refetch(...known.keys()) : { outcome: 'nothing-to-do' }
}

const refetch = (...read: string[]): Fate => ({ read, refunds: false })

/** Paid for, and as far as we know it is not open; or paid, or refused, for a time we know nothing of yet: that does not wait for the night. */
function isNews(
  kind: string,
  invoice: ProviderInvoice,
  known: Map<string, Snapshot>,
): invoice is ProviderInvoice & { subscriptionId: string } {
  const { state, planCode, subscriptionId, until } = invoice
  const isPaid = state === 'paid'
  if (!(isPaid || kind.endsWith('payment_failed')) || planCode === null || subscriptionId === null) return false
  const before = known.get(subscriptionId)
  if (isPaid && !['trialing', 'active'].includes(before?.status ?? '')) return true
  return !before?.periodEndsAt || (until !== null && until > before.periodEndsAt)
}

function foldSubscription(told: ProviderSubscription, at: Date, known: Map<string, Snapshot>, whose: Whose): Fate {
  const before = known.get(told.id)
  const now = snapshotOf(told, at, whose)
  if (before && at < before.toldAt) return { outcome: 'older' }
  if (before && at.getTime() === before.toldAt.getTime()) return isSame(before, now) ? { outcome: 'nothing-to-do' } : refetch(told.id)
  known.set(told.id, now)
  return { outcome: isStatus(told.status) ? 'applied' : 'troubled' }
}

/** Whose it is the customer has said; what the provider noted beside it is not asked. */
export function snapshotOf(told: ProviderSubscription, toldAt: Date, whose: Whose): Snapshot {
  return { ...told, ...whose, toldAt }
}

/** Whether two say the same, whenever they were told. */
export function isSame(one: Snapshot, other: Snapshot): boolean {
  return wordsOf(one) === wordsOf(other)
}

function wordsOf({ id, customerId, status, planCode, card, ...of }: Snapshot): string {
  const moments = [of.beganAt, of.trialEndsAt, of.periodStartsAt, of.periodEndsAt, of.cancelAt, of.endedAt]
  return JSON.stringify([id, customerId, status, planCode, card && [card.brand, card.last4, card.expires], moments])
}
