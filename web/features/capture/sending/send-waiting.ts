import { connectCall } from './connect-call.ts'
import type { KeptEntry } from './kept-entries.ts'
import { alone, keptStore } from './kept-store.ts'
import { prove } from '../proof/prove.ts'
import { createProofKeeper } from '../proof/proof-keeper.ts'
import { rememberConnected } from './remember-connected.ts'
import { sendEntry, type Outcome } from './send-entry.ts'
import { sendKept } from './send-kept.ts'

type How = { slug: string; everything: boolean; tell(entry: KeptEntry, outcome: Exclude<Outcome, { kind: 'unreachable' }>): void }

/** Sends in the name of all windows; where another one is at it, this one looks again later. */
export async function sendWaiting({ slug, everything, tell }: How): Promise<number | null> {
  const call = connectCall(slug)
  const done = await alone(() =>
    sendKept(
      {
        store: keptStore,
        now: Date.now,
        send: ({ owner: _owner, keptOn: _keptOn, tries: _tries, nextOn: _nextOn, ...entry }) =>
          sendEntry(call, entry, createProofKeeper(() => prove({ call, slug, alias: entry.alias })).spend),
        tell(entry, outcome) {
          if (outcome.kind === 'sent') rememberConnected(entry.alias)
          tell(entry, outcome)
        },
      },
      { everything },
    ),
  )
  return done === undefined ? Date.now() + 10_000 : done
}
