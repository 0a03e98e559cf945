import { type Account, idOf, emitEvent } from './account.ts'
import type { Customer, PaymentMethod } from './objects.ts'

/** Card details at checkout. `declines`: the card is accepted, and every charge is declined. */
export type CardInput = { brand?: string; last4?: string; expires?: string; declines?: boolean }

export function attachCard(account: Account, customer: Customer, input: CardInput = {}): PaymentMethod {
  const { brand = 'visa', last4 = '4242', expires = '2034-08', declines = false } = input
  const [year, month] = expires.split('-').map(Number)
  const method: PaymentMethod = {
    id: idOf('pm'),
    object: 'payment_method',
    created: account.time.seconds(),
    livemode: false,
    type: 'card',
    customer: customer.id,
    card: { brand, last4, exp_month: month ?? 1, exp_year: year ?? 2034, country: 'US', funding: 'credit' },
  }
  account.paymentMethods.set(method.id, method)
  if (declines) account.declining.add(method.id)
  emitEvent(account, 'payment_method.attached', method)
  return method
}

export function detachCard(account: Account, method: PaymentMethod) {
  const customer = account.customers.get(method.customer ?? '')
  const before = { customer: method.customer }
  method.customer = null
  emitEvent(account, 'payment_method.detached', method, before)
  if (customer?.invoice_settings.default_payment_method === method.id) {
    customer.invoice_settings.default_payment_method = null
    emitEvent(account, 'customer.updated', customer, { invoice_settings: { default_payment_method: method.id } })
  }
  for (const subscription of account.subscriptions.values()) {
    if (subscription.default_payment_method !== method.id || subscription.ended_at) continue
    subscription.default_payment_method = null
    emitEvent(account, 'customer.subscription.updated', subscription, { default_payment_method: method.id })
  }
}

/** As when a bank reissues a card. */
export function renewCard(account: Account, method: PaymentMethod, expires: string) {
  const before = { card: { exp_month: method.card.exp_month, exp_year: method.card.exp_year } }
  const [year, month] = expires.split('-').map(Number)
  method.card.exp_year = year ?? 2034
  method.card.exp_month = month ?? 1
  emitEvent(account, 'payment_method.automatically_updated', method, before)
}

/** True if the bank would accept a charge: the card exists and has not expired. */
export function isGood(account: Account, id: string): boolean {
  const method = account.paymentMethods.get(id)
  if (!method || account.declining.has(id)) return false
  const firstMonthAfter = Date.UTC(method.card.exp_year, method.card.exp_month, 1)
  return account.time.now().getTime() < firstMonthAfter
}

export const cardFor = (account: Account, subscription: { default_payment_method: string | null; customer: string }) =>
  subscription.default_payment_method ?? account.customers.get(subscription.customer)?.invoice_settings.default_payment_method ?? null
