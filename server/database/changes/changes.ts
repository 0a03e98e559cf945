import type { Log } from '#server/integrations/log.ts'
import type { Database, Db } from '../database.ts'
import { announceChange, poll } from './poll.ts'
import { subscribe, type ChangeListener, type KeepAlive } from './subscribe-to-changes.ts'

type ChangeKind = 'card' | 'installation'
export type Change = `${ChangeKind}:${string}`
/** Announces one change, or that every cache entry may be stale. */
export type PublishChange = (change: Change | 'everything') => void
type Listener = PublishChange

export type Changes = {
  /** One transaction. Its changes reach listeners here right after the commit, and those of other instances through the database. */
  write<T>(work: (tx: Db, notify: PublishChange) => Promise<T>): Promise<T>
  on(listener: Listener): () => void
  /** False while changes of other instances don't arrive. Once they do again, listeners get `everything`. */
  isListening(): boolean
  [Symbol.asyncDispose](): Promise<void>
}

const channel = 'carte_changes'

type Options = { keepAlive?: KeepAlive | undefined; pollMs?: number }

export async function openChanges(
  { db, direct }: Pick<Database, 'db' | 'direct'>,
  log: Log,
  { keepAlive, pollMs }: Options = {},
): Promise<Changes> {
  const listeners = new Set<Listener>()
  const announce: Listener = (change) => listeners.forEach((listener) => listener(change))
  const listener: ChangeListener = {
    // Only `write` sends on this channel, and only changes.
    onMessage: (payload) => announce(payload as Change),
    // Changes sent in between are lost, so caches are cleared.
    onReconnect: () => announce('everything'),
    log,
  }
  const subscription = direct ? await subscribe(direct, channel, listener, keepAlive) : await poll(db, listener, pollMs)

  return {
    async write(work) {
      const changed = new Set<Change | 'everything'>()
      const result = await db.transaction(async (tx) => {
        changed.clear()
        const answer = await work(tx, (change) => changed.add(change))
        for (const change of changed) await announceChange(tx, channel, change)
        return answer
      })
      changed.forEach(announce)
      return result
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isListening: subscription.isListening,
    [Symbol.asyncDispose]: async () => subscription[Symbol.asyncDispose](),
  }
}
