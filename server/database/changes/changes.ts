import { sql } from 'drizzle-orm'
import type { Log } from '#server/integrations/log.ts'
import type { Database, Db } from '../database.ts'
import { keepListening, type Vigilance } from './keep-listening.ts'

type ChangeKind = 'card' | 'installation'
export type Change = `${ChangeKind}:${string}`
/** What a writer may tell: one thing, or that nothing kept can be trusted. */
export type Tell = (change: Change | 'everything') => void
type Listener = Tell

export type Changes = {
  /** One transaction. What it tells is heard here at once after the commit, and by every other instance through the database. */
  write<T>(work: (tx: Db, tell: Tell) => Promise<T>): Promise<T>
  on(listener: Listener): () => void
  [Symbol.asyncDispose](): Promise<void>
}

const channel = 'carte_changes'

export async function openChanges(
  { db, connection }: Pick<Database, 'db' | 'connection'>,
  log: Log,
  vigilance?: Vigilance,
): Promise<Changes> {
  const listeners = new Set<Listener>()
  const announce: Listener = (change) => listeners.forEach((listener) => listener(change))
  const ear = await keepListening(
    connection,
    channel,
    {
      // Only `write` speaks on this channel, and it says nothing but changes.
      heard: (words) => announce(words as Change),
      // What was told in between is lost: whoever keeps something forgets it all.
      missed: () => announce('everything'),
      log,
    },
    vigilance,
  )

  return {
    async write(work) {
      const told = new Set<Change | 'everything'>()
      const result = await db.transaction(async (tx) => {
        told.clear()
        const answer = await work(tx, (change) => told.add(change))
        for (const change of told) await tx.execute(sql`select pg_notify(${channel}, ${change})`)
        return answer
      })
      told.forEach(announce)
      return result
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [Symbol.asyncDispose]: async () => ear[Symbol.asyncDispose](),
  }
}
