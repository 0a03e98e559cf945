import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { type Billing, type BillingProvider, ProviderTrouble } from '#server/integrations/billing.ts'
import type { Log } from '#server/integrations/log.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../tables.ts'

const away = 'The payment service does not answer just now. Nothing was charged. Please try again in a few minutes.'
const refused = 'The payment service did not take this. Nothing was charged. Please tell whoever runs this site.'

/** A call of the provider's: its troubles become words for whoever waits, after what had to be tidied up. */
export async function askProvider<T>(
  log: Log,
  ask: () => Promise<T>,
  tidy: (trouble: ProviderTrouble) => Promise<void> = async () => {},
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    log[error.kind === 'away' ? 'warn' : 'error']('payment-service-troubled', { kind: error.kind, error })
    await tidy(error)
    throw problem('unavailable', { detail: error.kind === 'away' ? away : refused, retryAfterSeconds: 60 })
  }
}

/**
 * The provider takes money for it, or will: a second subscription would be paid twice. Its clock may be ahead of what we were told. One
 * that does not take the money here any more keeps nobody from paying elsewhere.
 */
export function isAtProvider(row: Subscription | null, provider: Pick<BillingProvider, 'name'> | null): boolean {
  return row !== null && row.provider === provider?.name && ['trial', 'paid', 'dunning', 'unpaid'].includes(row.state)
}

/** What a provider tells next would undo anything that is written here. Of one that is not there any more, nothing is told. */
export async function refuseProviderRun(tx: Db, subjectId: string, { provider }: Billing): Promise<Subscription | null> {
  const row = await findSubscription(tx, subjectId)
  if (!row || row.provider === 'embedded' || row.provider !== provider?.name) return row
  throw problem('conflict', {
    detail: `The payment service (${row.provider}) runs this card’s subscription. Change it there: what happens there shows here within seconds.`,
  })
}
