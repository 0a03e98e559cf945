import type { BillWish } from '#contract/billing/operator-billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import { smallestCoins } from '#contract/coins.ts'
import type { FieldFault } from '#contract/problem.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Billing } from '#server/integrations/billing.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Settings } from '#server/settings.ts'
import { endOrder } from '../orders/order-ends.ts'
import { holdBilling } from '../subscriptions/hold-billing.ts'
import { addInvoice, findInvoice, findMonthsBegan, putRefund, takeReceiptNumber } from '../invoices/invoice-store.ts'
import { nextSubscription, paidFrom, possibleActs } from './ledger-acts.ts'
import { offeredPlans, type PriceSettings } from '../orders/offered-plans.ts'
import { findOpenOrder } from '../orders/order-store.ts'
import { isFirstPress } from './ledger-store.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { refuseProviderRun } from '../provider/ask-provider.ts'
import { presentCustomer } from '../subscriptions/present-customer.ts'
import { putSubscription, removeSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../tables.ts'

export type LedgerNeeds = {
  changes: Changes
  clock: Clock
  billing: Billing
  settings: PriceSettings & Pick<Settings, 'trialDays' | 'dunningDays'>
}
/** Writes down who did it, in the same transaction: both or neither. */
type Recording = (tx: Db, detail: { amount?: number; currency?: string; days?: number; plan?: string; number?: string }) => Promise<void>

/**
 * One act on a card's plan, as the operator notes it; answers whether it was noted now, and not by the same press before. Where a provider
 * runs the subscription, only refunds can be noted: anything else would be undone by what it tells next.
 */
export function noteBill(needs: LedgerNeeds, subjectId: string, wish: BillWish, record: Recording): Promise<boolean> {
  const { changes, clock, settings, billing } = needs
  return changes.write(async (tx, tell) => {
    await holdBilling(tx, subjectId)
    const now = clock.now()
    if (!(await isFirstPress(tx, { subjectId, id: wish.submissionId, pressedAt: now }))) return false
    tell(`card:${subjectId}`)
    if (wish.act === 'refund') {
      await record(tx, await noteRefund(tx, subjectId, wish))
      return true
    }
    const row = await refuseProviderRun(tx, subjectId, billing)
    if (!possibleActs(row, now).includes(wish.act))
      throw problem('conflict', { detail: 'As this card’s plan stands now, that cannot be noted.' })
    const order = await findOpenOrder(tx, subjectId)
    const offer = wish.offer ?? order?.planCode ?? row?.planCode ?? 'PRO'
    const faults = billActFaults(wish, settings, offer)
    if (faults.length > 0) throw problem('input-invalid', { faults })
    const monthsBegan = wish.act === 'pay' ? await findMonthsBegan(tx, subjectId, paidFrom(row, now)) : null
    const next = nextSubscription(row, { ...wish, offer }, { subjectId, now, lengths: settings, monthsBegan })
    if (next) await putSubscription(tx, next)
    else await removeSubscription(tx, subjectId)
    const paid = wish.act === 'pay' ? await notePayment(tx, { before: row, after: next, wish, now, settings }) : {}
    if (order) await endOrder(tx, order, wish.act)
    await record(tx, {
      ...paid,
      ...(wish.days ? { days: wish.days } : {}),
      ...(['pay', 'trial'].includes(wish.act) ? { plan: offer } : {}),
    })
    return true
  })
}

/** What an act lacks, in words for who presses. */
function billActFaults({ act, days, amount }: BillWish, settings: PriceSettings, offer: OfferCode): FieldFault[] {
  if (act === 'extend' && !days) return [{ path: 'days', message: 'Say by how many days.' }]
  const price = offeredPlans(settings).find(({ plan_code }) => plan_code === offer)?.price
  if (act === 'pay' && !amount && !price) return [{ path: 'amount', message: 'Say what was paid: this plan has no price here.' }]
  return []
}

type Payment = { before: Subscription | null; after: Subscription | null; wish: BillWish; now: Date; settings: PriceSettings }

/** A receipt for what was paid, with the next number, the price of that day and the customer as they are now. */
async function notePayment(tx: Db, { before, after, wish, now, settings }: Payment) {
  if (!after) throw new Error('what was paid for is gone')
  const { currency } = settings
  const price = offeredPlans(settings).find(({ plan_code }) => plan_code === after.planCode)?.price?.amount ?? 0
  const amount = wish.amount ? coins(wish.amount, currency) : price
  const customer = await findCustomer(tx, after.subjectId)
  const number = await takeReceiptNumber(tx, now.getUTCFullYear())
  await addInvoice(tx, {
    subjectId: after.subjectId,
    id: wish.submissionId,
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
    toldAt: now,
  })
  return { amount, currency, number }
}

/** What was given back, all of it or a part; the invoice keeps the sum. */
async function noteRefund(tx: Db, subjectId: string, { invoice = '', amount }: BillWish) {
  const row = await findInvoice(tx, subjectId, invoice)
  if (!row || row.state !== 'paid')
    throw problem('input-invalid', { faults: [{ path: 'invoice', message: 'Choose an invoice that was paid.' }] })
  const left = row.amount - row.refunded
  const given = amount ? coins(amount, row.currency) : left
  if (given === 0 || given > left) {
    throw problem('input-invalid', {
      faults: [{ path: 'amount', message: left === 0 ? 'All of it was given back already.' : 'That is more than is left of it.' }],
    })
  }
  await putRefund(tx, row, row.refunded + given)
  return { amount: given, currency: row.currency, number: row.number }
}

const coins = (text: string, currency: string) => smallestCoins(text.replace(',', '.'), currency)
