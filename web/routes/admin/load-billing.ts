import { isRefused, type Api } from '#contract/api.ts'
import type { BillingCheckLine, BillingEventLine, CardBilling } from '#contract/billing/operator-billing.ts'
import { offers } from '#contract/billing/plans.ts'
import type { BillingView, CardBillingView, CheckView, EventView } from '../../features/admin/billing/billing-view.ts'
import type { Language } from '#contract/languages.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { sayPaymentCard } from '../owner/say-payment-card.ts'

type Asked = { call: Api['call']; t: Translate; when(moment: string): string; language: Language }

/** One card’s billing; null where it cannot be read just now. */
export async function loadCardBilling(asked: Asked, alias: string): Promise<CardBillingView | null> {
  const { call, t, when, language } = asked
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
    plans: billing.plans.map(({ plan_code: code, name, price }) => ({ code, name, price: price ? formatMoney(language, price) : '' })),
    offer: billing.order?.offer ?? billing.offer ?? '',
    invoices: billing.invoices.map(({ id, number, at, amount, refunded, currency, state, url }) => ({
      id,
      number,
      day: when(at),
      amount: formatMoney(language, { amount, currency }),
      refunded: refunded > 0 ? t('subscription.refunded', { amount: formatMoney(language, { amount: refunded, currency }) }) : '',
      state: t(`subscription.invoice.${state}`),
      isPaid: state === 'paid',
      href: url,
      isRefundable: canRefund && state === 'paid' && refunded < amount,
    })),
    events: billing.events.map((event) => eventOf(event, when)),
  }
}

function factsOf(billing: CardBilling, { t, when }: Asked) {
  const { label, subscription, offer, trialEndsAt, paidUntil, dunningUntil, cancelAt, card, order, customer } = billing
  const state = t(`plan.${label}`, { count: subscription.trialDays })
  const facts: [MessageKey, string][] = [
    ['admin.billing.state', offer && label !== 'free' ? `${offers[offer].name} · ${state}` : state],
    ['admin.billing.trialEnds', when(trialEndsAt ?? '')],
    ['admin.billing.paidUntil', when(paidUntil ?? '')],
    ['admin.billing.dunningUntil', when(dunningUntil ?? '')],
    ['admin.billing.cancelAt', when(cancelAt ?? '')],
    ['admin.billing.card', card ? sayPaymentCard(card, t, (expires) => expires) : ''],
    ['admin.billing.order', order ? `${offers[order.offer].name} · ${when(order.at)}` : ''],
    ['admin.billing.customer', customer ? `${customer.first_name} ${customer.last_name} · ${customer.email}` : ''],
  ]
  return facts.flatMap(([key, value]) => (value ? [{ name: t(key), value }] : []))
}

/** Billing over all cards. */
export async function loadBilling({ call, t, when, language }: Asked): Promise<BillingView> {
  const { provider, plans, troubles: problems, waiting, orders, events, checks } = await call('operator.billingDesk')
  return {
    provider,
    plans: plans.map(({ name, price }) => ({
      name,
      price: price ? t('subscription.price', { price: formatMoney(language, price) }) : t('subscription.priceAsked'),
    })),
    problems,
    waiting,
    orders: orders.map(({ alias, offer, at, email }) => ({ alias, offer: offers[offer].name, when: when(at), email })),
    events: events.map((event) => eventOf(event, when)),
    checks: checks.map((check) => checkOf(check, { t, when })),
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
  { t, when }: Pick<Asked, 't' | 'when'>,
): CheckView => ({
  id,
  when: when(begunAt),
  result: endedAt ? t('admin.billing.compared', { looked: lookedAt, count: differing }) : t('admin.billing.comparing'),
  details,
  isBad: differing > 0,
})
