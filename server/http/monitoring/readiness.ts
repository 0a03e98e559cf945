import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/**
 * `read-only`: cards are shown, nothing is saved. `leaving`: the server was told to stop, and serves until balancers have noticed.
 */
export type Ready = 'ready' | 'read-only' | 'away' | 'leaving'
export type Readiness = {
  ask(): Promise<Ready>
  leave(): void
  /** The state at the last check. */
  last(): Ready
}

const answerMs = 2000
const keptMs = 1000

type Needs = { pool: pg.Pool; nowMs?: () => number }

/** The endpoint is public: however often it is called, the database is checked at most once a second, on separate connections. */
export function createReadiness({ pool, nowMs = () => performance.now() }: Needs): Readiness {
  let isLeaving = false
  let last: Ready = 'ready'
  let asked: Promise<Ready> | null = null
  let keptUntilMs = Number.NEGATIVE_INFINITY

  async function askDatabase(): Promise<Ready> {
    try {
      const { rows } = await pool.query<{ is: boolean }>(`select current_setting('transaction_read_only')::bool as is`)
      return rows[0]?.is ? 'read-only' : 'ready'
    } catch {
      return 'away'
    }
  }

  async function askOnce(): Promise<Ready> {
    // A suspended database does not answer at all.
    last = await Promise.race([askDatabase(), wait(answerMs, 'away' as const, { ref: false })])
    keptUntilMs = nowMs() + keptMs
    asked = null
    return last
  }

  return {
    async ask() {
      if (isLeaving) return 'leaving'
      if (nowMs() < keptUntilMs) return last
      return (asked ??= askOnce())
    },
    leave: () => void (isLeaving = true),
    last: () => (isLeaving ? 'leaving' : last),
  }
}
