import type { BillingActionInput } from '#contract/billing/admin-billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import { toMinorUnits } from '#common/text/currency.ts'
import type { FieldIssue } from '#contract/problem.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { assertPlans } from '../orders/assert-plans.ts'
import { closeOrderAfterAction } from '../orders/close-orders.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'
import { insertInvoice, findInvoice, findFirstMonthStart, setRefunded, nextReceiptNumber } from '../invoices/invoice-store.ts'
import { nextSubscription, paidFrom, allowedActions } from './ledger-actions.ts'
import { offeredPlans, type PriceSettings } from '../orders/offered-plans.ts'
import { findOpenOrder } from '../orders/order-store.ts'
import { insertIdempotencyKey } from './ledger-store.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { assertNotProviderManaged } from '../provider/call-provider.ts'
import { presentCustomer } from '../subscriptions/present-customer.ts'
import { upsertSubscription, removeSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../tables.ts'

export type LedgerDeps = {
  changes: Changes
  clock: Clock
  billing: Billing
  settings: PriceSettings & Pick<Settings, 'trialDays' | 'dunningDays'>
}
/** Writes the audit entry in the same transaction. */
type RecordAudit = (tx: Db, detail: { amount?: number; currency?: string; days?: number; plan?: string; number?: string }) => Promise<void>

/**
 * Records an administrator’s action on a card’s plan; false if the same submission was recorded before. While a provider runs the
 * subscription, or without plans, only refunds can be recorded: the provider’s next event would undo anything else.
 */
export function recordBillingAction(
  deps: LedgerDeps,
  subjectId: string,
  action: BillingActionInput,
  recordAudit: RecordAudit,
): Promise<boolean> {
  const { changes, clock, settings, billing } = deps
  return changes.write(async (tx, notify) => {
    if (action.act !== 'refund') assertPlans(settings)
    await lockBilling(tx, subjectId)
    const now = clock.now()
    if (!(await insertIdempotencyKey(tx, { subjectId, id: action.submissionId, usedAt: now }))) return false
    notify(`card:${subjectId}`)
    if (action.act === 'refund') {
      await recordAudit(tx, await recordRefund(tx, subjectId, action))
      return true
    }
    const row = await assertNotProviderManaged(tx, subjectId, billing)
    if (!allowedActions(row, now).includes(action.act))
      throw problem('conflict', { detail: 'This action isn’t possible in the current state of the card’s plan.' })
    const order = await findOpenOrder(tx, subjectId)
    const offer = action.offer ?? order?.planCode ?? row?.planCode ?? 'PRO'
    const issues = findInputIssues(action, settings, offer)
    if (issues.length > 0) throw problem('input-invalid', { issues })
    const firstMonthStart = action.act === 'pay' ? await findFirstMonthStart(tx, subjectId, paidFrom(row, now)) : null
    const next = nextSubscription(row, { ...action, offer }, { subjectId, now, lengths: settings, firstMonthStart })
    if (next) await upsertSubscription(tx, next)
    else await removeSubscription(tx, subjectId)
    const paid = action.act === 'pay' ? await recordPayment(tx, { before: row, after: next, action, now, settings }) : {}
    if (order) await closeOrderAfterAction(tx, order, action.act)
    await recordAudit(tx, {
      ...paid,
      ...(action.days ? { days: action.days } : {}),
      ...(['pay', 'trial'].includes(action.act) ? { plan: offer } : {}),
    })
    return true
  })
}

/** The fields that the action needs and the input lacks. */
function findInputIssues({ act, days, amount }: BillingActionInput, settings: PriceSettings, offer: OfferCode): FieldIssue[] {
  if (act === 'extend' && !days) return [fieldIssue('days', 'daysMissing')]
  const price = offeredPlans(settings).find(({ plan_code }) => plan_code === offer)?.price
  if (act === 'pay' && !amount && !price) return [fieldIssue('amount', 'amountMissing')]
  return []
}

type Payment = { before: Subscription | null; after: Subscription | null; action: BillingActionInput; now: Date; settings: PriceSettings }

/** Adds a receipt with the next number, today’s price and the current customer details. */
async function recordPayment(tx: Db, { before, after, action, now, settings }: Payment) {
  if (!after) throw new Error('a payment without a subscription')
  const { currency } = settings
  const price = offeredPlans(settings).find(({ plan_code }) => plan_code === after.planCode)?.price?.amount ?? 0
  const amount = action.amount ? toSmallestUnit(action.amount, currency) : price
  const customer = await findCustomer(tx, after.subjectId)
  const number = await nextReceiptNumber(tx, now.getUTCFullYear())
  await insertInvoice(tx, {
    subjectId: after.subjectId,
    id: action.submissionId,
    provider: 'embedded',
    number,
    state: 'paid',
    planCode: after.planCode,
    amount,
    currency,
    issuedAt: now,
    periodStartsAt: paidFrom(before, now),
    periodEndsAt: after.paidUntil,
    customer: customer && presentCustomer(customer),
    reportedAt: now,
  })
  return { amount, currency, number }
}

/** Records a full or partial refund; the invoice holds the total refunded. */
async function recordRefund(tx: Db, subjectId: string, { invoice = '', amount }: BillingActionInput) {
  const row = await findInvoice(tx, subjectId, invoice)
  if (!row || row.state !== 'paid') throw problem('input-invalid', { issues: [fieldIssue('invoice', 'invoiceNotPaid')] })
  const remaining = row.amount - row.refunded
  const refunded = amount ? toSmallestUnit(amount, row.currency) : remaining
  if (refunded === 0 || refunded > remaining)
    throw problem('input-invalid', { issues: [fieldIssue('amount', remaining === 0 ? 'invoiceRefunded' : 'refundTooLarge')] })
  await setRefunded(tx, row, row.refunded + refunded)
  return { amount: refunded, currency: row.currency, number: row.number }
}

const toSmallestUnit = (text: string, currency: string) => toMinorUnits(text.replace(',', '.'), currency)
