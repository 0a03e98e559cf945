import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { fetchEach, type FetchResults } from './fetch-each.ts'
import { checkoutsToEnd, customersToErase } from '../tables.ts'

const batchSize = 100

/**
 * Cleans up at the provider: expires checkout pages, then erases the customers of deleted cards, which ends their subscriptions. Failed
 * calls are retried the next minute.
 */
export function cleanUpProvider(deps: { db: Db; billing: Billing; clock: Clock; log: Log }): Job<'billing.cleanup'> {
  const { db } = deps
  return {
    name: 'billing.cleanup',
    every: '* * * * *',
    async run() {
      const { provider } = deps.billing
      if (!provider) return
      const checkouts = await listCheckouts(db, provider.name)
      const ends = await fetchEach(deps, checkouts, async (checkoutId) => {
        await provider.expireCheckout(checkoutId)
        await db.delete(checkoutsToEnd).where(and(eq(checkoutsToEnd.provider, provider.name), eq(checkoutsToEnd.checkoutId, checkoutId)))
      })
      await requeue(ends, async (ids, attemptedAt) => {
        await db
          .update(checkoutsToEnd)
          .set({ attemptedAt })
          .where(and(eq(checkoutsToEnd.provider, provider.name), inArray(checkoutsToEnd.checkoutId, ids)))
      })
      const customers = await listCustomers(db, provider.name)
      const erased = await fetchEach(deps, customers, async (customerId) => {
        await provider.eraseCustomer(customerId)
        await db
          .delete(customersToErase)
          .where(and(eq(customersToErase.provider, provider.name), eq(customersToErase.customerId, customerId)))
      })
      await requeue(erased, async (ids, attemptedAt) => {
        await db
          .update(customersToErase)
          .set({ attemptedAt })
          .where(and(eq(customersToErase.provider, provider.name), inArray(customersToErase.customerId, ids)))
      })
    },
  }

  /** Moves failed rows to the end of the queue; otherwise a full batch of them would block all others. */
  async function requeue(results: FetchResults<void>, postpone: (ids: string[], attemptedAt: Date) => Promise<void>) {
    const failed = [...results].flatMap(([id, result]) => (result === 'unavailable' ? [id] : []))
    if (failed.length > 0) await postpone(failed, deps.clock.now())
  }
}

async function listCheckouts(db: Db, provider: string): Promise<string[]> {
  const { checkoutId: id, attemptedAt, provider: at } = checkoutsToEnd
  const rows = await db.select({ id }).from(checkoutsToEnd).where(eq(at, provider)).orderBy(asc(attemptedAt)).limit(batchSize)
  return rows.map((row) => row.id)
}

async function listCustomers(db: Db, provider: string): Promise<string[]> {
  const { customerId: id, attemptedAt, provider: at } = customersToErase
  const rows = await db.select({ id }).from(customersToErase).where(eq(at, provider)).orderBy(asc(attemptedAt)).limit(batchSize)
  return rows.map((row) => row.id)
}
