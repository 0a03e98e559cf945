import { smallestCoins } from '#contract/coins.ts'
import type { BillWish } from '#contract/billing/operator-billing.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { addInvoice, findInvoice, putRefund, takeReceiptNumber } from '../invoices/invoice-store.ts'
import { paidFrom } from './ledger-acts.ts'
import { offeredPlans, type PriceSettings } from '../orders/offered-plans.ts'
import { presentCustomer } from '../subscriptions/present-customer.ts'
import type { Subscription } from '../tables.ts'

type Payment = { before: Subscription | null; after: Subscription | null; wish: BillWish; now: Date; settings: PriceSettings }

/** A receipt for what was paid, with the next number, the price of that day and the customer as they are now. */
export async function notePayment(tx: Db, { before, after, wish, now, settings }: Payment) {
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
export async function noteRefund(tx: Db, subjectId: string, { invoice = '', amount }: BillWish) {
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
