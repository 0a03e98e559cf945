import type { ProviderInvoice } from '#server/integrations/billing.ts'
import type { Snapshot } from '../subscriptions/snapshot.ts'
import type { EventOutcome } from '../tables.ts'
import type { EventData } from './event-data.ts'

/** `read`: the event is incomplete. It waits until these subscriptions, or the customer’s refunds, are fetched. */
type Decision = { outcome: EventOutcome } | { read: string[]; refunds: boolean }

/** What to fetch for an event of a card with these subscriptions. */
export function decideEvent(
  kind: string,
  { subscriptionId, invoice, checkout }: EventData,
  known: ReadonlyMap<string, Snapshot>,
): Decision {
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
  known: ReadonlyMap<string, Snapshot>,
): invoice is ProviderInvoice & { subscriptionId: string } {
  const { state, planCode, subscriptionId, until } = invoice
  const isPaid = state === 'paid'
  if (!(isPaid || kind.endsWith('payment_failed')) || planCode === null || subscriptionId === null) return false
  const before = known.get(subscriptionId)
  if (isPaid && !['trialing', 'active'].includes(before?.status ?? '')) return true
  return !before?.periodEndsAt || (until !== null && until > before.periodEndsAt)
}
