import type { ProviderSubscription } from '#server/integrations/billing.ts'
import type { ProviderSubscriptionRow } from '../tables.ts'

/** A subscription as the provider reported it last. */
export type Snapshot = Omit<ProviderSubscriptionRow, 'listedAt' | 'revision'>

type Owner = Pick<Snapshot, 'subjectId' | 'provider' | 'customerId'>

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
