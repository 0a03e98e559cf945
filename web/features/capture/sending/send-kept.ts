import { postponed, without, type KeptEntry } from './kept-entries.ts'
import type { Outcome } from './send-entry.ts'

export type KeptStore = {
  read(): Promise<KeptEntry[]>
  change(change: (entries: KeptEntry[]) => KeptEntry[]): Promise<KeptEntry[]>
}

type Needs = {
  store: KeptStore
  send(entry: KeptEntry): Promise<Outcome>
  now(): number
  /** What became of one: it arrived, or it never will. */
  tell(entry: KeptEntry, outcome: Exclude<Outcome, { kind: 'unreachable' }>): void
}

/**
 * Sends what is due, one after the other; `everything` does not wait for its turn, as when the network has just come back.
 * Gives the moment of the next attempt, or null where nothing waits any more.
 */
export async function sendKept({ store, send, now, tell }: Needs, { everything = false } = {}): Promise<number | null> {
  const due = (await store.read()).filter(({ nextOn }) => everything || nextOn <= now())
  for (const entry of due) {
    const outcome = await send(entry)
    const isOver = outcome.kind === 'sent' || (outcome.kind === 'refused' && outcome.isFinal)
    await store.change((entries) => (isOver ? without(entries, entry.submissionId) : postponed(entries, entry.submissionId, now())))
    if (isOver) tell(entry, outcome)
    // Without a network the others need not be tried.
    if (outcome.kind === 'unreachable') break
  }
  const waiting = await store.read()
  return waiting.length > 0 ? Math.min(...waiting.map(({ nextOn }) => nextOn)) : null
}
