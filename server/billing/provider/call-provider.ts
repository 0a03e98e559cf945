import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { type Billing, type BillingProvider, ProviderError } from '#server/integrations/billing.ts'
import type { Log } from '#server/integrations/log.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../tables.ts'

const texts: Record<ProviderError['kind'], string> = {
  unavailable: 'The payment service isn’t responding. Nothing was charged. Try again in a few minutes.',
  rejected: 'The payment service rejected this. Nothing was charged. Contact the administrator of this site.',
  unreadable: 'The payment service’s answer can’t be read. Nothing was charged. Contact the administrator of this site.',
}

/** Calls the provider. Runs `onError` on a ProviderError, then throws a problem with a message for the owner. */
export async function callProvider<T>(
  log: Log,
  call: () => Promise<T>,
  onError: (error: ProviderError) => Promise<void> = async () => {},
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log[error.kind === 'unavailable' ? 'warn' : 'error']('payment-service-failed', { kind: error.kind, error })
    await onError(error)
    throw problem('unavailable', { detail: texts[error.kind], retryAfterSeconds: 60 })
  }
}

/**
 * True if the configured provider charges for this subscription, or will: a second one would charge twice. Checks the stored state,
 * because the provider’s newest event may not have arrived. A provider that was switched off does not count.
 */
export function isManagedByProvider(row: Subscription | null, provider: Pick<BillingProvider, 'name'> | null): boolean {
  return row !== null && row.provider === provider?.name && ['trial', 'paid', 'dunning', 'unpaid'].includes(row.state)
}

/** Rejects local changes while the provider runs the subscription: its next event would undo them. */
export async function assertNotProviderManaged(tx: Db, subjectId: string, { provider }: Billing): Promise<Subscription | null> {
  const row = await findSubscription(tx, subjectId)
  if (!row || row.provider === 'embedded' || row.provider !== provider?.name) return row
  throw problem('conflict', {
    detail: `The payment service (${row.provider}) runs this card’s subscription. Make the change there; it appears here within seconds.`,
  })
}
