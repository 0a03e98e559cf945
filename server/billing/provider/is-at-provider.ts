import type { BillingProvider } from '#server/integrations/billing.ts'
import type { Subscription } from '../tables.ts'

/**
 * The provider takes money for it, or will: a second subscription would be paid twice. Its clock may be ahead of what we were told. One
 * that does not take the money here any more keeps nobody from paying elsewhere.
 */
export function isAtProvider(row: Subscription | null, provider: Pick<BillingProvider, 'name'> | null): boolean {
  return row !== null && row.provider === provider?.name && ['trial', 'paid', 'dunning', 'unpaid'].includes(row.state)
}
