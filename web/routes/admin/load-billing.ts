import { isRefused, type Api } from '#contract/api.ts'
import type { BillingCheckLine, BillingEventLine, CardBilling } from '#contract/billing/operator-billing.ts'
import { offers } from '#contract/billing/plans.ts'
import type { BillingDeskView, BillingView, CheckView, EventView } from '../../features/admin/operator/billing/billing-view.ts'
import type { Language } from '../../i18n/languages.ts'
import type { AccountSay, EveryKey } from '../../i18n/say.ts'
import { sayMoney } from '../../i18n/say-money.ts'
import { sayPaymentCard } from '../owner/say-payment-card.ts'

type Asked = { call: Api['call']; say: AccountSay; when(moment: string): string; language: Language }

/** One card’s billing; null where it cannot be read just now. */
export async function loadBilling(asked: Asked, alias: string): Promise<BillingView | null> {
  const { call, say, when, language } = asked
  const billing = await call('operator.billing', { params: { alias } }).catch((thrown: unknown) => {
    if (isRefused(thrown) && thrown.problem.status >= 500) return null
    throw thrown
  })
  if (!billing) return null
  const canRefund = billing.acts.includes('refund')
  return {
    submissionId: crypto.randomUUID(),
    provider: billing.provider,
    facts: factsOf(billing, asked),
    acts: billing.acts,
    plans: billing.plans.map(({ plan_code: code, name, price }) => ({ code, name, price: price ? sayMoney(language, price) : '' })),
    offer: billing.order?.offer ?? billing.offer ?? '',
    invoices: billing.invoices.map(({ id, number, at, amount, refunded, currency, state, url }) => ({
      id,
      number,
      day: when(at),
      amount: sayMoney(language, { amount, currency }),
      refunded: refunded > 0 ? say('subscription.refunded', { amount: sayMoney(language, { amount: refunded, currency }) }) : '',
      state: say(`subscription.invoice.${state}`),
      href: url,
      isRefundable: canRefund && state === 'paid' && refunded < amount,
    })),
    events: billing.events.map((event) => eventOf(event, when)),
  }
}

function factsOf(billing: CardBilling, { say, when }: Asked) {
  const { label, subscription, offer, trialEndsAt, paidUntil, dunningUntil, cancelAt, card, order, customer } = billing
  const state = say(`plan.${label}`, { count: subscription.trialDays })
  const facts: [EveryKey, string][] = [
    ['deskBilling.state', offer && label !== 'free' ? `${offers[offer].name} · ${state}` : state],
    ['deskBilling.trialEnds', when(trialEndsAt ?? '')],
    ['deskBilling.paidUntil', when(paidUntil ?? '')],
    ['deskBilling.dunningUntil', when(dunningUntil ?? '')],
    ['deskBilling.cancelAt', when(cancelAt ?? '')],
    ['deskBilling.card', card ? sayPaymentCard(card, say, (expires) => expires) : ''],
    ['deskBilling.order', order ? `${offers[order.offer].name} · ${when(order.at)}` : ''],
    ['deskBilling.customer', customer ? `${customer.first_name} ${customer.last_name} · ${customer.email}` : ''],
  ]
  return facts.flatMap(([key, said]) => (said ? [{ name: say(key), said }] : []))
}

/** Billing over all cards. */
export async function loadBillingDesk({ call, say, when, language }: Asked): Promise<BillingDeskView> {
  const { provider, plans, troubles, waiting, orders, events, checks } = await call('operator.billingDesk')
  return {
    provider,
    plans: plans.map(({ name, price }) => ({
      name,
      price: price ? say('subscription.price', { price: sayMoney(language, price) }) : say('subscription.priceAsked'),
    })),
    troubles,
    waiting,
    orders: orders.map(({ alias, offer, at, email }) => ({ alias, offer: offers[offer].name, when: when(at), email })),
    events: events.map((event) => eventOf(event, when)),
    checks: checks.map((check) => checkOf(check, { say, when })),
  }
}

const eventOf = ({ id, kind, alias, at, outcome, appliedAt }: BillingEventLine, when: Asked['when']): EventView => ({
  id,
  kind,
  alias,
  when: when(at),
  outcome,
  isApplied: appliedAt !== null,
})

const checkOf = (
  { id, begunAt, endedAt, lookedAt, differing, details }: BillingCheckLine,
  { say, when }: Pick<Asked, 'say' | 'when'>,
): CheckView => ({
  id,
  when: when(begunAt),
  said: endedAt ? say('deskBilling.compared', { looked: lookedAt, count: differing }) : say('deskBilling.comparing'),
  details,
  isBad: differing > 0,
})
