import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { ProviderTrouble, type Billing } from '#server/outside/billing.ts'
import { customersToErase } from './tables.ts'

const atOnce = 100

/** Whose card is gone is forgotten by the provider too; with them goes what it would have charged. One that is away is asked again. */
export function eraseCustomers({ db, billing: { provider } }: { db: Db; billing: Billing }): Job<'billing.erase-customers'> {
  const { provider: at, customerId: id, askedAt } = customersToErase
  return {
    name: 'billing.erase-customers',
    every: '*/5 * * * *',
    async run() {
      if (!provider) return
      const waiting = await db.select().from(customersToErase).where(eq(at, provider.name)).orderBy(asc(askedAt)).limit(atOnce)
      const troubles: unknown[] = []
      for (const { customerId } of waiting) {
        if (troubles.some((trouble) => trouble instanceof ProviderTrouble && trouble.kind === 'away')) break
        await provider
          .eraseCustomer(customerId)
          .then(() => db.delete(customersToErase).where(and(eq(at, provider.name), eq(id, customerId))))
          .catch((trouble: unknown) => troubles.push(trouble))
      }
      if (troubles.length > 0) throw new AggregateError(troubles, 'a payment service has not forgotten everybody yet')
    },
  }
}
