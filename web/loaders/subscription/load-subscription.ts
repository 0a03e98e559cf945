import { formatDate } from '#common/format-date.ts'
import type { LoaderFunctionArgs } from 'react-router'
import type { BillingState, Invoice } from '#contract/billing/billing.ts'
import type { InvoiceView, SubscriptionAction, SubscriptionView } from '../../features/account/home/subscription-view.ts'
import type { SubscribeView } from '../../features/billing/subscribe/subscribe-view.ts'
import { whyOf } from '../../features/billing/plan-display.ts'
import { planState } from '../../features/account/settings/plan-state.ts'
import { requestLanguage } from '#common/request-language.ts'
import type { Language } from '#contract/languages.ts'
import type { Translate } from '#common/messages/message.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext, offerContext } from '../../platform/router-context.ts'
import { subscribeView } from './load-subscribe.ts'
import type { OpenAccount } from '../open-account.ts'
import { formatPaymentCard } from './format-payment-card.ts'

const dayMs = 86_400_000
type Locale = { t: Translate; language: Language }

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>
/** `form`: set if a plan was requested and can be chosen. */
export type OpenSubscription = { view: SubscriptionView; form: SubscribeView | null }

/** The plan of the card in the address, or of the account's first card. Null without a card. */
export async function loadSubscription(args: Args, account: OpenAccount): Promise<OpenSubscription | null> {
  const { request, context } = args
  const api = context.get(apiContext)
  const locale = { t: translateFor(request), language: requestLanguage(request) }
  const cards = await api.call('cards.own')
  const { searchParams } = new URL(request.url)
  const named = searchParams.get('alias')?.toLowerCase()
  const card = cards.find(({ alias }) => alias === named) ?? cards[0]
  if (!card) return null
  const params = { alias: card.alias }
  const [state, invoices] = await Promise.all([
    api.call('billing.state', { params }),
    api.call('billing.invoices', { params }).catch(() => null),
  ])
  const nameOf = ({ fullName, alias }: { fullName: string; alias: string }) => fullName || alias
  const view = {
    ...viewOf(state, invoices, locale),
    alias: card.alias,
    name: nameOf(card),
    dunningDays: context.get(offerContext).dunningDays,
    others: cards.filter(({ alias }) => alias !== card.alias).map((other) => ({ alias: other.alias, name: nameOf(other) })),
  }
  const isRequested = searchParams.get('change_subscription') === 'yes' && view.can.subscribe && state.plans.length > 0
  return { view, form: isRequested ? await formOf(args, state, account) : null }
}

async function formOf(args: Args, state: BillingState, { name, email }: OpenAccount): Promise<SubscribeView> {
  const { alias } = state
  const answer = await args.context
    .get(apiContext)
    .call('cards.read', { params: { alias } })
    .catch(() => null)
  const found = answer?.['{product}']
  const card = found && 'permissions' in found ? found : null
  const here = `/account/subscription?${new URLSearchParams({ alias })}`
  return subscribeView(args, state, { name, email, card }, { redirectUrl: `${here}&done=back`, cancelHref: here })
}

function viewOf(state: BillingState, invoices: Invoice[] | null, locale: Locale) {
  const { t, language } = locale
  const plan = planState(state.subscription)
  const until = state.trialEndsAt
  return {
    label: t(plan.label, { count: plan.days }),
    more: t(whyOf(state)),
    kind: plan.kind,
    trial: plan.kind === 'trial' && until ? streetOf(plan.days, { until, trialDays: state.trialDays, language }) : null,
    next: nextOf(state, invoices, locale),
    plans: state.plans.map(({ name, price }) => ({
      name,
      price: price ? t('subscription.price', { price: formatMoney(language, price) }) : t('subscription.priceOnNextPage'),
    })),
    paidBy: state.paidBy,
    order: state.order,
    card: state.card && cardOf(state.card, state, locale),
    can: planCan(state),
    cancelMore: state.cancelAt ? t('subscription.endsOn', { date: dayIn(language, state.cancelAt) }) : '',
    invoices: invoices && invoices.map((invoice) => invoiceOf(invoice, language)),
  }
}

function streetOf(daysLeft: number, { until, trialDays, language }: { until: string; trialDays: number; language: Language }) {
  const days = Math.max(daysLeft, trialDays)
  const from = new Date(Date.parse(until) - days * dayMs).toISOString()
  return { daysLeft, days, from: dayIn(language, from), until: dayIn(language, until) }
}

/** The next date. A provider’s period ends with its newest invoice; payments recorded by hand have a paid-until date. */
function nextOf(state: BillingState, invoices: Invoice[] | null, { t, language }: Locale): string {
  const { subscription, cancelAt, trialEndsAt, paidUntil, card } = state
  const on = (key: 'endsOn' | 'nextOn' | 'paidUntil' | 'trialUntil' | 'trialPaid', moment: string) =>
    t(`subscription.${key}`, { date: dayIn(language, moment) })
  if (!subscription.isActive) return ''
  if (cancelAt) return on('endsOn', cancelAt)
  if (subscription.isTrial) return trialEndsAt ? on(card ? 'trialPaid' : 'trialUntil', trialEndsAt) : ''
  if (subscription.isDunning) return ''
  const newest = invoices?.find(({ state: is }) => is === 'paid')
  if (newest?.until && !newest.url.startsWith('/')) return on('nextOn', newest.until)
  return paidUntil && state.paidBy === 'person' ? on('paidUntil', paidUntil) : ''
}

function cardOf(card: NonNullable<BillingState['card']>, state: BillingState, { t, language }: Locale) {
  const monthOf = (expires: string) =>
    new Intl.DateTimeFormat(language, { month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${expires}-01`))
  return { printed: formatPaymentCard(card, t, monthOf), isExpired: state.label === 'cardExpired' }
}

const invoiceOf = ({ id, number, at, state, amount, refunded, currency, url }: Invoice, language: Language): InvoiceView => ({
  id,
  number,
  day: dayIn(language, at),
  amount: formatMoney(language, { amount, currency }),
  refunded: refunded > 0 ? formatMoney(language, { amount: refunded, currency }) : '',
  state,
  href: url,
})

const dayIn = (language: Language, moment: string) =>
  formatDate(new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }), new Date(moment))

type PlanFacts = Pick<BillingState, 'subscription' | 'label' | 'paidBy' | 'cancelAt' | 'order'> & { plans: readonly unknown[] }

/** The actions a plan allows. With payments by hand there is no payment method, and plans are requested. */
export function planCan({ subscription, label, paidBy, cancelAt, order, plans }: PlanFacts): Record<SubscriptionAction, boolean> {
  const isTried = label === 'trial' && subscription.missingCreditCard
  const isPaid = (subscription.isActive || subscription.isUnpaid) && !isTried
  const isManagedByProvider = paidBy === 'provider' && order !== 'paying'
  return {
    subscribe: order !== 'paying' && (paidBy === 'person' ? label !== 'active' && label !== 'cardExpired' : !isPaid),
    update: isManagedByProvider && isPaid,
    change: isManagedByProvider && subscription.isActive && !isTried && plans.length > 1,
    cancel: subscription.isActive && !isTried && !cancelAt,
    resume: subscription.isActive && cancelAt !== null,
  }
}
