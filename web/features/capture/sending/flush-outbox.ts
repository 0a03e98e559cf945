import { prove } from '../proof/prove.ts'
import { createProofCache } from '../proof/proof-cache.ts'
import { outbox, withOutboxLock, type Outbox } from './outbox-store.ts'
import { postponed, without, type QueuedEntry } from './queued-entries.ts'
import { createTimedCall, rememberConnected, sendEntry, type Outcome } from './send-entry.ts'

type OnResult = (entry: QueuedEntry, outcome: Exclude<Outcome, { kind: 'unreachable' }>) => void
type Options = { slug: string; everything: boolean; onResult: OnResult }

const recheckMs = 10_000

/** Sends the queue for all windows. Returns the time of the next attempt; soon if another window is sending. */
export async function flushOutbox({ slug, everything, onResult }: Options): Promise<number | null> {
  const call = createTimedCall(slug)
  const retryAt = await withOutboxLock(() =>
    sendQueued(
      {
        store: outbox,
        now: Date.now,
        send: ({ owner: _owner, queuedAt: _queuedAt, tries: _tries, retryAt: _retryAt, ...entry }) =>
          sendEntry(call, entry, createProofCache(() => prove({ call, slug, alias: entry.alias })).consume),
        onResult(entry, outcome) {
          if (outcome.kind === 'sent') rememberConnected(entry.alias)
          onResult(entry, outcome)
        },
      },
      { everything },
    ),
  )
  return retryAt === undefined ? Date.now() + recheckMs : retryAt
}

type Deps = {
  store: Outbox
  send(entry: QueuedEntry): Promise<Outcome>
  now(): number
  /** Called with each entry that was sent or finally rejected. */
  onResult: OnResult
}

/**
 * Sends the entries that are due, one by one; with `everything` also those that wait for a retry, as when the network is back.
 * Returns the time of the next attempt, or null if the queue is empty.
 */
export async function sendQueued({ store, send, now, onResult }: Deps, { everything = false } = {}): Promise<number | null> {
  const due = (await store.read()).filter(({ retryAt }) => everything || retryAt <= now())
  for (const entry of due) {
    const outcome = await send(entry)
    const isDone = outcome.kind === 'sent' || (outcome.kind === 'refused' && outcome.isFinal)
    await store.change((entries) => (isDone ? without(entries, entry.submissionId) : postponed(entries, entry.submissionId, now())))
    if (isDone) onResult(entry, outcome)
    // Without a network the others would fail too.
    if (outcome.kind === 'unreachable') break
  }
  const waiting = await store.read()
  return waiting.length > 0 ? Math.min(...waiting.map(({ retryAt }) => retryAt)) : null
}
