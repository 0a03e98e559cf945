import type { ProviderInvoice, ProviderSubscription } from '#server/integrations/billing.ts'
import { isStatus } from '../subscriptions/project-subscription.ts'
import type { EventOutcome, ProviderSubscriptionRow } from '../tables.ts'
import type { EventData } from './event-data.ts'

export type Snapshot = Omit<ProviderSubscriptionRow, 'listedAt' | 'revision'>
export type ParsedEvent = { eventId: string; kind: string; at: Date; data: EventData }
/** `read`: the event is incomplete. It waits until these subscriptions, or the customer’s refunds, are fetched. */
type Decision = { outcome: EventOutcome } | { read: string[]; refunds: boolean }

type Owner = { subjectId: string; provider: string; customerId: string }

/**
 * Applies the events of one card to its known subscriptions; the newest wins, by the provider’s clock. The order of two different
 * events of the same second is unknown, so the subscription is fetched. Updates `known`.
 */
export function foldEvents(events: readonly ParsedEvent[], known: Map<string, Snapshot>, owner: Owner): Map<string, Decision> {
  return new Map(events.map((event) => [event.eventId, foldOne(event, known, owner)]))
}

function foldOne({ kind, at, data }: ParsedEvent, known: Map<string, Snapshot>, owner: Owner): Decision {
  const { subscription, subscriptionId, invoice, checkout } = data
  if (subscription) return foldSubscription(subscription, at, known, owner)
  // The plan is unknown until prices can be read; then all invoices of the customer are fetched.
  if (invoice === 'plan-unknown') return { read: subscriptionId ? [subscriptionId] : [], refunds: true }
  if (invoice) return isUnknownPayment(kind, invoice, known) ? refetch(invoice.subscriptionId) : { outcome: 'applied' }
  if (checkout) return checkout.state === 'complete' && subscriptionId ? refetch(subscriptionId) : { outcome: 'applied' }
  if (subscriptionId) return refetch(subscriptionId)
  if (/refund/.test(kind)) return { read: [], refunds: true }
  // A payment card was added, removed or is about to expire. It appears on ended subscriptions too.
  const isAboutCard = /^(payment_method|customer)\./.test(kind)
  return isAboutCard && known.size > 0 ? refetch(...known.keys()) : { outcome: 'nothing-to-do' }
}

const refetch = (...read: string[]): Decision => ({ read, refunds: false })

/** A payment for a subscription that is not active here, or a payment or failure for a newer period: fetch now, not at night. */
function isUnknownPayment(
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

function foldSubscription(data: ProviderSubscription, at: Date, known: Map<string, Snapshot>, owner: Owner): Decision {
  const before = known.get(data.id)
  const now = snapshotOf(data, at, owner)
  if (before && at < before.reportedAt) return { outcome: 'older' }
  if (before && at.getTime() === before.reportedAt.getTime()) return isSame(before, now) ? { outcome: 'nothing-to-do' } : refetch(data.id)
  known.set(data.id, now)
  return { outcome: isStatus(data.status) ? 'applied' : 'troubled' }
}

/** The customer decides which card it belongs to; the `subject_id` in the provider’s metadata is ignored. */
export function snapshotOf(data: ProviderSubscription, reportedAt: Date, owner: Owner): Snapshot {
  return { ...data, ...owner, reportedAt }
}

/** True if both have the same content; `reportedAt` is ignored. */
export function isSame(one: Snapshot, other: Snapshot): boolean {
  return fingerprint(one) === fingerprint(other)
}

function fingerprint({ id, customerId, status, planCode, card, ...dates }: Snapshot): string {
  const moments = [dates.beganAt, dates.trialEndsAt, dates.periodStartsAt, dates.periodEndsAt, dates.cancelAt, dates.endedAt]
  return JSON.stringify([id, customerId, status, planCode, card && [card.brand, card.last4, card.expires], moments])
}
