import type { BillingProvider } from '#server/integrations/billing.ts'
import { applyBatch, type Batch } from './apply-batch.ts'
import { markEvents, type Position } from './event-store.ts'
import { isTransient } from './is-transient.ts'
import { refetchSubscriptions } from './refetch-subscriptions.ts'
import type { ProviderDeps } from '../subscriptions/save-subscriptions.ts'

const batchSize = 300
const runMs = 50_000

/**
 * Applies the pending events, each once. Events that need an answer the provider cannot give now stay pending for the next run;
 * `waiting` counts them. `isDone` is false if the time ran out before the last event.
 */
export async function applyEvents(deps: ProviderDeps): Promise<{ isDone: boolean; waiting: number }> {
  const { provider } = deps.billing
  if (!provider) return { isDone: true, waiting: 0 }
  const until = performance.now() + runMs
  let waiting = 0
  for (let after: Position | null = null; performance.now() < until;) {
    const batch: Batch = await applyWithFallback(deps, provider, { after, limit: batchSize })
    waiting += await refetchSubscriptions(deps, provider, batch.reads)
    if (batch.last === null) return { isDone: true, waiting }
    after = batch.last
  }
  return { isDone: false, waiting }
}

type BatchOptions = { after: Position | null; limit: number }

/** Applies a whole batch. If one event fails, applies them one by one and marks that event as failed. */
async function applyWithFallback(deps: ProviderDeps, provider: BillingProvider, options: BatchOptions): Promise<Batch> {
  try {
    return await applyBatch(deps, provider, options)
  } catch (error) {
    if (isTransient(error)) throw error
  }
  const combined: Batch = { last: options.after, reads: [] }
  for (let applied = 0; applied < options.limit; applied++) {
    const single = await applyOrSkip(deps, provider, combined.last)
    combined.reads.push(...single.reads)
    combined.last = single.last
    if (single.last === null) break
  }
  return combined
}

async function applyOrSkip(deps: ProviderDeps, provider: BillingProvider, after: Position | null): Promise<Batch> {
  const positions: Position[] = []
  try {
    return await applyBatch(deps, provider, { after, limit: 1, onEvent: (position) => positions.push(position) })
  } catch (error) {
    // A retried transaction reports its events again; the last one counts.
    const position = positions.at(-1)
    if (isTransient(error) || !position) throw error
    deps.log.error('billing-event-failed', { provider: provider.name, eventId: position.id, error })
    await markEvents(deps.db, provider.name, [{ eventId: position.id, subjectId: null, outcome: 'troubled' }], deps.clock.now())
    return { last: position, reads: [] }
  }
}
