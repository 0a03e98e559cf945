import { problem } from '#server/http/problems/problem.ts'
import { ProviderTrouble } from '#server/integrations/billing.ts'
import type { Log } from '#server/integrations/log.ts'

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
