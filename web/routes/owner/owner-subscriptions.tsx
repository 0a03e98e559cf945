import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import type { BillingState } from '#contract/billing/billing.ts'
import type { CardSubscription } from '#contract/cards/cards.ts'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import { ownerHref } from '#contract/pages.ts'
import type { BillingView, PlanView } from '../../features/billing/billing-view.ts'
import { planHref, planLink } from '../../features/billing/plan-link.ts'
import { SubscribePage } from '../../features/billing/subscribe/subscribe-page.tsx'
import { SubscriptionsPage } from '../../features/billing/subscriptions-page.tsx'
import { apiContext, freshRouterContext, siteContext } from '../../platform/router-context.ts'
import { useRedirect } from '../../ui/use-redirect.ts'
import { readOrNull } from '../../loaders/login-again.ts'
import { subscribeView } from '../../loaders/subscription/load-subscribe.ts'
import { metas } from '../metas.ts'
import { readCard } from '../../loaders/open-card.ts'
import { openOwner } from '../../loaders/open-owner.ts'
import type { Owner } from '../../loaders/owner-of.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { formatUtcDay } from '../../loaders/subscription/format-utc-day.ts'
import { formatMonthlyPrice } from '../../loaders/subscription/format-monthly-price.ts'
import { submitSubscriber } from '../../loaders/subscription/submit-subscriber.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  if (!args.context.get(siteContext).hasPlans) throw redirect('/account')
  const { alias, subscription } = owner
  const title = (name: string) => `${name} | ${args.context.get(siteContext).productName}`
  const t = translateFor(args.request)
  const isRequested = new URL(args.request.url).searchParams.get('change_subscription') === 'yes'
  const form = isRequested ? await loadForm(args, owner) : null
  if (form) return { form, view: null, daysLeft: subscription.trialDays, title: title(t('subscribe.title')) }
  if (isRequested) throw redirect(ownerHref(alias, 'subscriptions'))
  return { form: null, view: await loadBilling(args, owner), daysLeft: 0, title: title(t('plan.title')) }
}

async function loadForm(args: LoaderFunctionArgs, { alias, name, email }: Owner) {
  const state = await readState(args, alias)
  const isPaidFor = state?.label === 'active' && !state.cancelAt
  if (!state || isPaidFor || state.plans.length === 0) return null
  const found = (await readCard(args)).answer['{product}']
  const home = ownerHref(alias, 'subscriptions')
  const known = { name, email, card: 'permissions' in found ? found : null }
  return { label: state.label, view: subscribeView(args, state, known, { redirectUrl: home, cancelHref: home }) }
}

export async function action(args: ActionFunctionArgs) {
  // Reads are cached per request: a read before the change would return the old values after it.
  const before = { ...args, context: freshRouterContext(args.context) }
  const { owner } = await openOwner(before)
  const sent = await args.request.formData()
  const form = await loadForm(before, owner)
  return form ? submitSubscriber(before, sent, form.view) : redirect(ownerHref(owner.alias, 'subscriptions'))
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerSubscriptions() {
  const { form, view, daysLeft } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>() ?? null
  useRedirect(sent?.paysAt)
  if (form) return <SubscribePage view={form.view} sent={sent} label={form.label} daysLeft={daysLeft} />
  return <SubscriptionsPage view={view} />
}

const dayMs = 86_400_000

const readState = (args: LoaderFunctionArgs, alias: string): Promise<BillingState | null> =>
  readOrNull(args.request, alias)(args.context.get(apiContext).call('billing.state', { params: { alias } }))

/** Loads the card's plan and the account's subscriptions. What fails to load is shown as unknown. */
async function loadBilling(args: LoaderFunctionArgs, { alias, subscription }: Owner): Promise<BillingView> {
  const api = args.context.get(apiContext)
  const [state, subscriptions] = await Promise.all([
    readState(args, alias),
    readOrNull(args.request, alias)(api.call('billing.subscriptions')),
  ])
  return {
    alias,
    plan: state ? planOf(args, state) : { ...unread, label: planLabelOf(subscription), daysLeft: subscription.trialDays },
    subscriptions,
    order: state?.order ?? 'none',
    act: actionOf(alias, subscription, state),
    manageHref: accountHref(alias),
  }
}

/** The form while the card has no subscription, else the plan's action; null while an order is in progress. */
function actionOf(alias: string, plan: CardSubscription, state: BillingState | null): BillingView['act'] {
  const { order = 'none', paidBy = 'person', cancelAt = null } = state ?? {}
  const isRequested = order === 'paying' || (order === 'open' && paidBy === 'person')
  if (isRequested) return null
  const link = planLink(plan)
  const isTried = plan.isTrial && plan.missingCreditCard
  const isPaidFor = plan.isUnpaid || (plan.isActive && !isTried)
  const isOwedAPerson = state?.paidBy === 'person' && (plan.isUnpaid || plan.isDunning)
  if (plan.isActive && cancelAt) return { kind: 'resume', href: `${accountHref(alias)}#renew` }
  if (isPaidFor && !isOwedAPerson) return link && { kind: link, href: planHref(alias, link) }
  return { kind: paidBy === 'provider' && link === 'update' ? 'update' : 'subscribe', href: subscribeHref(alias) }
}

const accountHref = (alias: string) => `/account/subscription?${new URLSearchParams({ alias })}`
const subscribeHref = (alias: string) => `${ownerHref(alias, 'subscriptions')}?change_subscription=yes`

const unread = { paidBy: 'person' as const, price: '', trial: null, paidUntil: '', endsOn: '' }

function planOf(args: LoaderFunctionArgs, state: BillingState): PlanView {
  const { subscription, label, paidBy, trialDays, trialEndsAt, paidUntil, cancelAt } = state
  const day = (at: string | number | null) => (at === null ? '' : formatUtcDay(args.request, new Date(at).toISOString()))
  const days = Math.max(trialDays, subscription.trialDays)
  const trial =
    subscription.isTrial && trialEndsAt ? { days, from: day(Date.parse(trialEndsAt) - days * dayMs), until: day(trialEndsAt) } : null
  return {
    label,
    paidBy,
    daysLeft: subscription.trialDays,
    price: formatMonthlyPrice(args),
    trial,
    paidUntil: subscription.isActive && !trial ? day(paidUntil) : '',
    endsOn: day(cancelAt),
  }
}
