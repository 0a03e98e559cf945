import type { LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import type { BillingState } from '#contract/billing/billing.ts'
import type { CardSubscription } from '#contract/cards/cards.ts'
import { ownerHref } from '#contract/pages.ts'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import type { BillingView, PlanView } from '../../features/billing/billing-view.ts'
import { planHref, planLink } from '../../features/account/frame/plan-link.ts'
import { apiContext } from '../../platform/provided.ts'
import { dayFor } from './day-for.ts'
import { loginAgain } from '../account/login-again.ts'
import type { Owner } from './open-owner.ts'
import { priceFor } from './price-for.ts'

const dayMs = 86_400_000

/** Asks, and leads to the login who turns out to be signed out; what cannot be read otherwise is null. */
async function tolerated<T>({ request }: LoaderFunctionArgs, alias: string, asking: Promise<T>): Promise<T | null> {
  return asking.catch((thrown: unknown) => {
    if (isRefused(thrown) && thrown.problem.status === 401) throw loginAgain(request, alias)
    return null
  })
}

export const readState = (args: LoaderFunctionArgs, alias: string): Promise<BillingState | null> =>
  tolerated(args, alias, args.context.get(apiContext).call('billing.state', { params: { alias } }))

/** How the plan of the card stands and what one has subscribed to. What cannot be read just now is told so, and the rest stands. */
export async function loadBilling(args: LoaderFunctionArgs, { alias, subscription }: Owner): Promise<BillingView> {
  const api = args.context.get(apiContext)
  const [state, subscriptions] = await Promise.all([readState(args, alias), tolerated(args, alias, api.call('billing.subscriptions'))])
  return {
    alias,
    plan: state ? planOf(args, state) : { ...unread, label: planLabelOf(subscription), daysLeft: subscription.trialDays },
    subscriptions,
    order: state?.order ?? 'none',
    act: actOf(alias, subscription, state),
    manageHref: accountHref(alias),
  }
}

/** Where nobody pays for it yet the form is what helps; else what the plan asks for. What is under way already is waited for. */
function actOf(alias: string, plan: CardSubscription, state: BillingState | null): BillingView['act'] {
  const { order = 'none', paidBy = 'person', cancelAt = null } = state ?? {}
  const isAsked = order === 'paying' || (order === 'open' && paidBy === 'person')
  if (isAsked) return null
  const link = planLink(plan)
  const isTried = plan.isTrial && plan.missingCreditCard
  const isPaidFor = plan.isUnpaid || (plan.isActive && !isTried)
  const isOwedAPerson = state?.paidBy === 'person' && (plan.isUnpaid || plan.isDunning)
  if (plan.isActive && cancelAt) return { kind: 'resume', href: `${accountHref(alias)}#renew` }
  if (isPaidFor && !isOwedAPerson) return link && { kind: link, href: planHref(alias, link) }
  return { kind: paidBy === 'provider' && link === 'update' ? 'update' : 'subscribe', href: subscribeHref(alias) }
}

const accountHref = (alias: string) => `/account/subscription?${new URLSearchParams({ alias })}`
export const subscribeHref = (alias: string) => `${ownerHref(alias, 'subscriptions')}?change_subscription=yes`

const unread = { paidBy: 'person' as const, price: '', trial: null, paidUntil: '', endsOn: '' }

function planOf(args: LoaderFunctionArgs, state: BillingState): PlanView {
  const { subscription, label, paidBy, trialDays, trialEndsAt, paidUntil, cancelAt } = state
  const day = (at: string | number | null) => (at === null ? '' : dayFor(args.request, new Date(at).toISOString()))
  const days = Math.max(trialDays, subscription.trialDays)
  const trial =
    subscription.isTrial && trialEndsAt ? { days, from: day(Date.parse(trialEndsAt) - days * dayMs), until: day(trialEndsAt) } : null
  return {
    label,
    paidBy,
    daysLeft: subscription.trialDays,
    price: priceFor(args),
    trial,
    paidUntil: subscription.isActive && !trial ? day(paidUntil) : '',
    endsOn: day(cancelAt),
  }
}
