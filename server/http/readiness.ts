import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** `read-only`: cards are shown, nothing is saved. `leaving`: it was told to stop, and serves until balancers have noticed. */
export type Ready = 'ready' | 'read-only' | 'away' | 'leaving'
export type Readiness = {
  ask(): Promise<Ready>
  leave(): void
  /** As it was when it was last asked. */
  last(): Ready
}

const answerMs = 2000

export function createReadiness(db: Db): Readiness {
  let isLeaving = false
  let last: Ready = 'ready'

  async function askDatabase(): Promise<Ready> {
    try {
      const { rows } = await db.execute<{ is: boolean }>(sql`select current_setting('transaction_read_only')::bool as is`)
      return rows[0]?.is ? 'read-only' : 'ready'
    } catch {
      return 'away'
    }
  }

  return {
    async ask() {
      if (isLeaving) return 'leaving'
      // A database that was stopped, not ended, says nothing at all.
      return (last = await Promise.race([askDatabase(), wait(answerMs, 'away' as const, { ref: false })]))
    },
    leave: () => void (isLeaving = true),
    last: () => (isLeaving ? 'leaving' : last),
  }
}
