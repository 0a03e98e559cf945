import type { BillAct } from '#contract/admin/operator-choices.ts'
import type { Db } from '#server/database/database.ts'
import { putCheckoutToEnd } from './order-ends.ts'
import { changeOrder } from './order-store.ts'
import type { BillingOrder } from '../tables.ts'

/** What was given or noted here is not to be paid on a provider’s page besides, which may stand open: the next one knows of it. */
export async function endOrder(tx: Db, order: BillingOrder, act: BillAct): Promise<void> {
  const isHere = order.provider === 'embedded'
  if (!(isHere ? ['pay', 'free'] : ['pay', 'trial', 'extend']).includes(act)) return
  await changeOrder(tx, order, { state: isHere && act === 'pay' ? 'done' : 'dropped', askingUntil: null })
  if (order.checkoutId) await putCheckoutToEnd(tx, { provider: order.provider, checkoutId: order.checkoutId })
}
