import { fromCoins } from '#contract/coins.ts'
import type { CardBilling } from '#contract/billing/operator-billing.ts'
import { pairLines } from '../../terminal/table.ts'

const labels = {
  free: 'free',
  trial: 'on trial',
  active: 'paid',
  unpaid: 'unpaid',
  dunning: 'payment not processed',
  cardExpired: 'paid; its payment card is missing or expired',
  trialExpired: 'trial expired',
  expired: 'expired',
} as const satisfies Record<CardBilling['label'], string>

/** How a card's plan stands, in lines. */
export function stateLines(is: CardBilling, columns: number): string[] {
  const facts: [string, string | null][] = [
    ['alias', is.alias],
    ['plan', is.offer ?? 'FREE'],
    ['state', is.subscription.isInError && is.label === 'expired' ? 'unfinished: its first payment did not go through' : labels[is.label]],
    ['taken by', is.provider || 'whoever runs this installation'],
    ['trial ends', is.label === 'trial' ? day(is.trialEndsAt) : null],
    ['paid until', day(is.paidUntil)],
    ['borne until', is.label === 'dunning' ? day(is.dunningUntil) : null],
    ['ends', day(is.cancelAt)],
    ['asked for', is.order && `${is.order.offer} on ${day(is.order.at)}, by ${is.order.email}`],
    ['what can be noted', is.acts.join(', ') || 'nothing: the payment service runs it'],
  ]
  return pairLines(
    facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
    columns,
  )
}

export const day = (at: string | null) => at?.slice(0, 10) ?? null

export function sum(coins: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  return format.format(fromCoins(coins, currency)).replaceAll('\u00a0', ' ')
}
