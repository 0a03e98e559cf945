import { isProblem } from '#contract/api.ts'
import type { BillingCheckSummary, BillingEventSummary, CardBilling } from '#contract/billing/admin-billing.ts'
import { webhookStateOf } from '#contract/admin/admin-choices.ts'
import { offers } from '#contract/billing/plans.ts'
import type { PageRequest } from './admin-loader.ts'
import type { BillingView, CardBillingView, CheckView, EventView } from '../../features/admin/billing/billing-view.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { formatPaymentCard } from '../../loaders/subscription/format-payment-card.ts'

type BillingRequest = Pick<PageRequest, 'call' | 't' | 'when' | 'moment' | 'language'>

/** One card's billing; null if it can't be loaded now. */
export async function loadCardBilling(request: BillingRequest, alias: string): Promise<CardBillingView | null> {
  const { call, t, when, moment, language } = request
  const billing = await call('admin.billing', { params: { alias } }).catch((thrown: unknown) => {
    if (isProblem(thrown) && thrown.problem.status >= 500) return null
    throw thrown
  })
  if (!billing) return null
  const canRefund = billing.acts.includes('refund')
  return {
    submissionId: crypto.randomUUID(),
    provider: billing.provider,
    plan: planOf(billing, request),
    facts: factsOf(billing, request),
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
    events: billing.events.map((event) => eventOf(event, moment)),
  }
}

/** The plan in one line: name, state, next date and price. */
function planOf(billing: CardBilling, { t, when, language }: BillingRequest): CardBillingView['plan'] {
  const { label, subscription, offer, trialEndsAt, paidUntil, dunningUntil, cancelAt, card, plans } = billing
  const price = plans.find(({ plan_code: code }) => code === offer)?.price
  const facts: [MessageKey, string][] = [
    ['admin.billing.trialEnds', when(trialEndsAt ?? '')],
    ['admin.billing.paidUntil', when(paidUntil ?? '')],
    ['admin.billing.dunningUntil', when(dunningUntil ?? '')],
    ['admin.billing.cancelAt', when(cancelAt ?? '')],
    ['admin.billing.card', card ? formatPaymentCard(card, t, (expires) => expires) : ''],
  ]
  const isFree = label === 'free' || offer === null
  return {
    name: isFree ? t('admin.planFilter.free') : offers[offer].name,
    state: isFree ? '' : t(`plan.${label}`, { count: subscription.trialDays }),
    kind: label === 'active' ? 'ok' : label === 'trial' ? 'warn' : label === 'free' ? 'quiet' : 'bad',
    note: facts.flatMap(([key, value]) => (value ? [`${t(key)} ${value}`] : [])).join(' · '),
    price: isFree || !price ? '' : formatMoney(language, price),
  }
}

function factsOf({ order, customer }: CardBilling, { t, when }: BillingRequest) {
  const facts: [MessageKey, string][] = [
    ['admin.billing.order', order ? `${offers[order.offer].name} · ${when(order.at)}` : ''],
    ['admin.billing.customer', customer ? `${customer.first_name} ${customer.last_name} · ${customer.email}` : ''],
  ]
  return facts.flatMap(([key, value]) => (value ? [{ name: t(key), value }] : []))
}

/** Billing over all cards. */
export async function loadBilling({ call, t, moment, language }: BillingRequest): Promise<BillingView> {
  const { provider, plans, issues: problems, waiting, orders, events, checks } = await call('admin.billingOverview')
  return {
    provider,
    plans: plans.map(({ name, price }) => ({
      name,
      price: price ? t('subscription.price', { price: formatMoney(language, price) }) : t('subscription.priceOnNextPage'),
    })),
    problems,
    waiting,
    orders: orders.map(({ alias, offer, at, email }) => ({ alias, offer: offers[offer].name, when: moment(at), email })),
    events: events.map((event) => eventOf(event, moment)),
    checks: checks.map((check) => checkOf(check, { t, moment })),
  }
}

const eventOf = ({ id, kind, alias, at, outcome }: BillingEventSummary, moment: BillingRequest['moment']): EventView => ({
  id,
  kind,
  alias,
  when: moment(at),
  state: webhookStateOf(outcome),
})

const checkOf = (
  { id, begunAt, endedAt, checkedCount, differenceCount, details }: BillingCheckSummary,
  { t, moment }: Pick<BillingRequest, 't' | 'moment'>,
): CheckView => ({
  id,
  when: moment(begunAt),
  result: endedAt ? t('admin.billing.compared', { looked: checkedCount, count: differenceCount }) : t('admin.billing.comparing'),
  details,
  isBad: differenceCount > 0,
})
