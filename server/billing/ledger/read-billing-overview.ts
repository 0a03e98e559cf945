import type { z } from 'zod'
import type { adminBilling } from '#contract/billing/admin-billing.ts'
import type { Db } from '#server/database/database.ts'
import { ProviderError, type Billing, type BillingProvider } from '#server/integrations/billing.ts'
import { listCustomers } from '../provider/customer-store.ts'
import { countPendingEvents, listChecks, listFailedEvents } from './ledger-store.ts'
import { offeredPlans, type PriceSettings } from '../orders/offered-plans.ts'
import { listOpenOrders } from '../orders/order-store.ts'
import { presentEvent, presentOrder } from './present-summaries.ts'

export { countFailedEvents } from './ledger-store.ts'

export type BillingOverview = z.output<(typeof adminBilling)['admin.billingOverview']['output']>
type Deps = {
  db: Db
  billing: Billing
  settings: PriceSettings
  listCards: (ids: readonly string[]) => Promise<readonly { id: string; alias: string }[]>
}

const ordersMax = 100

/** The payment service, its configuration issues, and pending and failed work across all cards. */
export async function readBillingOverview({ db, billing, settings, listCards }: Deps): Promise<BillingOverview> {
  const [orders, failed, checks, waiting, issues] = await Promise.all([
    listOpenOrders(db, ordersMax),
    listFailedEvents(db),
    listChecks(db),
    countPendingEvents(db),
    fetchSetupIssues(billing.provider),
  ])
  const ids = [...new Set([...orders, ...failed].flatMap(({ subjectId }) => subjectId ?? []))]
  const aliases = new Map((await listCards(ids)).map(({ id, alias }) => [id, alias]))
  const emails = new Map((await listCustomers(db, ids)).map(({ subjectId, email }) => [subjectId, email]))
  return {
    provider: billing.provider?.name ?? '',
    plans: offeredPlans(settings),
    issues,
    waiting,
    orders: orders.map((order) => presentOrder(order, aliases.get(order.subjectId) ?? '', emails.get(order.subjectId) ?? '')),
    events: failed.map((event) => presentEvent(event, aliases.get(event.subjectId ?? '') ?? '')),
    checks: checks.map(({ id, begunAt, endedAt, checkedCount, differenceCount, details }) => ({
      id,
      begunAt: begunAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      checkedCount,
      differenceCount,
      details,
    })),
  }
}

async function fetchSetupIssues(provider: BillingProvider | null): Promise<string[]> {
  try {
    return (await provider?.check()) ?? []
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return [
      error.kind === 'unavailable' ? 'The payment service isn’t responding.' : `The payment service rejected the request: ${error.message}`,
    ]
  }
}
