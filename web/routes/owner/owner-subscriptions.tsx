import { redirect, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { ownerHref } from '#contract/pages.ts'
import { SubscribePage } from '../../features/billing/subscribe/subscribe-page.tsx'
import { SubscriptionsPage } from '../../features/billing/subscriptions-page.tsx'
import { provideAgain, siteContext } from '../../platform/provided.ts'
import { useGoingOn } from '../../ui/use-going-on.ts'
import { loadBilling, readState } from './load-billing.ts'
import { subscribeView } from './load-subscribe.ts'
import { metas } from '../metas.ts'
import { readCard } from '../card/shell/open-card.ts'
import { openOwner, type Owner } from './open-owner.ts'
import { translateFor } from '../translate-for.ts'
import { takeSubscriber } from './take-subscriber.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  const { alias, subscription } = owner
  const title = (name: string) => `${name} | ${args.context.get(siteContext).productName}`
  const t = translateFor(args.request)
  const isAsked = new URL(args.request.url).searchParams.get('change_subscription') === 'yes'
  const form = isAsked ? await loadForm(args, owner) : null
  if (form) return { form, view: null, daysLeft: subscription.trialDays, title: title(t('subscribe.title')) }
  if (isAsked) throw redirect(ownerHref(alias, 'subscriptions'))
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
  // A card is read once for a request: what is read before the change must not be what the page after it shows.
  const before = { ...args, context: provideAgain(args.context) }
  const { owner } = await openOwner(before)
  const sent = await args.request.formData()
  const form = await loadForm(before, owner)
  return form ? takeSubscriber(before, sent, form.view) : redirect(ownerHref(owner.alias, 'subscriptions'))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerSubscriptions() {
  const { form, view, daysLeft } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>() ?? null
  useGoingOn(sent?.paysAt)
  if (form) return <SubscribePage view={form.view} sent={sent} label={form.label} daysLeft={daysLeft} />
  return <SubscriptionsPage view={view} />
}
