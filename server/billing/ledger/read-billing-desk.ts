import type { z } from 'zod'
import type { operatorBilling } from '#contract/billing/operator-billing.ts'
import type { Db } from '#server/database/database.ts'
import { ProviderTrouble, type Billing, type BillingProvider } from '#server/integrations/billing.ts'
import { listCustomers } from '../provider/customer-store.ts'
import { countWaiting, listChecks, listTroubled } from './ledger-store.ts'
import { offeredPlans, type PriceSettings } from '../orders/offered-plans.ts'
import { listOpenOrders } from '../orders/order-store.ts'
import { presentEvent, presentOrder } from './present-lines.ts'

export { countTroubled } from './ledger-store.ts'

export type BillingDesk = z.output<(typeof operatorBilling)['operator.billingDesk']['output']>
type Needs = {
  db: Db
  billing: Billing
  settings: PriceSettings
  listCards: (ids: readonly string[]) => Promise<readonly { id: string; alias: string }[]>
}

const ordersMax = 100

/** Who takes the money, what waits and what went wrong, over all cards. */
export async function readBillingDesk({ db, billing, settings, listCards }: Needs): Promise<BillingDesk> {
  const [orders, troubled, checks, waiting, troubles] = await Promise.all([
    listOpenOrders(db, ordersMax),
    listTroubled(db),
    listChecks(db),
    countWaiting(db),
    askTroubles(billing.provider),
  ])
  const ids = [...new Set([...orders, ...troubled].flatMap(({ subjectId }) => subjectId ?? []))]
  const aliases = new Map((await listCards(ids)).map(({ id, alias }) => [id, alias]))
  const emails = new Map((await listCustomers(db, ids)).map(({ subjectId, email }) => [subjectId, email]))
  return {
    provider: billing.provider?.name ?? '',
    plans: offeredPlans(settings),
    troubles,
    waiting,
    orders: orders.map((order) => presentOrder(order, aliases.get(order.subjectId) ?? '', emails.get(order.subjectId) ?? '')),
    events: troubled.map((event) => presentEvent(event, aliases.get(event.subjectId ?? '') ?? '')),
    checks: checks.map(({ id, begunAt, endedAt, lookedAt, differing, details }) => ({
      id,
      begunAt: begunAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      lookedAt,
      differing,
      details,
    })),
  }
}

async function askTroubles(provider: BillingProvider | null): Promise<string[]> {
  try {
    return (await provider?.check()) ?? []
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    return [error.kind === 'away' ? 'The payment service does not answer just now.' : `The payment service refuses: ${error.message}`]
  }
}
