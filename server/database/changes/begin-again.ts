import type { Db } from '../database.ts'
import { hasCode } from '../is-away.ts'

const deadlock = '40P01'
const attempts = 4

/**
 * Of two who each wait for what the other holds PostgreSQL lets one go, as if it had never begun. That one begins again: whoever asked
 * for it did nothing wrong. What a transaction does beside the database, in
 * memory too, must bear to be done twice.
 */
export function beginAgain<D extends Db>(db: D): D {
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
