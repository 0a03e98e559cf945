import type { Db } from '../database.ts'
import { hasCode } from '../is-away.ts'

const deadlock = '40P01'
const attempts = 4

/**
 * Retries a transaction that PostgreSQL rolled back to end a deadlock. What a transaction does outside the database, in memory too,
 * must be safe to repeat.
 */
export function retryDeadlocks<D extends Db>(db: D): D {
  const once = db.transaction.bind(db)
  db.transaction = async (work, settings) => {
    for (let left = attempts - 1; ; left--) {
      const failures: unknown[] = []
      try {
        return await once(
          (tx) =>
            work(tx).catch((error: unknown) => {
              failures.push(error)
              throw error
            }),
          settings,
        )
      } catch (error) {
        // A rollback on a broken connection fails too, and drizzle throws that error instead of the cause.
        const [cause = error] = failures
        if (left === 0 || !hasCode(cause, deadlock)) throw cause
      }
    }
  }
  return db
}
