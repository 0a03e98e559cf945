import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { Job } from '#server/jobs/job.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { askEach, type Answers } from '../events/ask-anew.ts'
import { checkoutsToEnd, customersToErase } from '../tables.ts'

const atOnce = 100

/**
 * What a provider still has to do for us. First, pages on which nobody is to pay any more are closed; then whose card is gone is forgotten
 * there too, and with them goes what it would have charged. One that is away is asked again the next minute.
 */
export function tidyProvider(needs: { db: Db; billing: Billing; clock: Clock; log: Log }): Job<'billing.tidy-provider'> {
  const { db } = needs
  return {
    name: 'billing.tidy-provider',
    every: '* * * * *',
    async run() {
      const { provider } = needs.billing
      if (!provider) return
      const checkouts = await listCheckouts(db, provider.name)
      const ends = await askEach(needs, checkouts, async (checkoutId) => {
        await provider.endCheckout(checkoutId)
        await db.delete(checkoutsToEnd).where(and(eq(checkoutsToEnd.provider, provider.name), eq(checkoutsToEnd.checkoutId, checkoutId)))
      })
      await putLast(ends, async (ids, askedAt) => {
        await db
          .update(checkoutsToEnd)
          .set({ askedAt })
          .where(and(eq(checkoutsToEnd.provider, provider.name), inArray(checkoutsToEnd.checkoutId, ids)))
      })
      const customers = await listCustomers(db, provider.name)
      const erased = await askEach(needs, customers, async (customerId) => {
        await provider.eraseCustomer(customerId)
        await db
          .delete(customersToErase)
          .where(and(eq(customersToErase.provider, provider.name), eq(customersToErase.customerId, customerId)))
      })
      await putLast(erased, async (ids, askedAt) => {
        await db
          .update(customersToErase)
          .set({ askedAt })
          .where(and(eq(customersToErase.provider, provider.name), inArray(customersToErase.customerId, ids)))
      })
    },
  }

  /** Moves refused rows to the end of the queue; otherwise a full batch of them would block all others. */
  async function putLast(answers: Answers<void>, put: (ids: string[], askedAt: Date) => Promise<void>) {
    const refused = [...answers].flatMap(([id, answer]) => (answer === 'away' ? [id] : []))
    if (refused.length > 0) await put(refused, needs.clock.now())
  }
}

async function listCheckouts(db: Db, provider: string): Promise<string[]> {
  const { checkoutId: id, askedAt, provider: at } = checkoutsToEnd
  const rows = await db.select({ id }).from(checkoutsToEnd).where(eq(at, provider)).orderBy(asc(askedAt)).limit(atOnce)
  return rows.map((row) => row.id)
}

async function listCustomers(db: Db, provider: string): Promise<string[]> {
  const { customerId: id, askedAt, provider: at } = customersToErase
  const rows = await db.select({ id }).from(customersToErase).where(eq(at, provider)).orderBy(asc(askedAt)).limit(atOnce)
  return rows.map((row) => row.id)
}
