import type { LoaderFunctionArgs } from 'react-router'
import type { BillingState } from '#contract/billing/billing.ts'
import type { Card } from '#contract/cards/cards.ts'
import { formatUtcDay } from './format-utc-day.ts'
import type { SubscribeView } from '../../features/billing/subscribe/subscribe-view.ts'
import { typedOf, type TypedSubscriber } from '../../features/billing/subscribe/subscriber.ts'
import { requestLanguage } from '#common/request-language.ts'
import { formatMoney } from '../../i18n/format-money.ts'

/** Defaults for a first subscription: the account's name and email, and the card's address if it can be read. */
type KnownSubscriber = { name: string; email: string; card: Card | null }
type SubscribeLinks = { redirectUrl: string; cancelHref: string }

/** The data of the subscribe form. */
export function subscribeView(
  { request }: Pick<LoaderFunctionArgs, 'request'>,
  state: BillingState,
  known: KnownSubscriber,
  ways: SubscribeLinks,
): SubscribeView {
  const { alias, plans, offer, customer, subscription, trialEndsAt } = state
  const chosen = offer ?? plans[0]?.plan_code ?? ''
  const language = requestLanguage(request)
  return {
    alias,
    defaults: customer ? typedOf(customer, chosen) : typedOfCard(known, chosen),
    plans: plans.map(({ plan_code: code, name, price }) => ({
      code,
      name,
      isTeam: code === 'PRO_TEAM',
      price: price ? formatMoney(language, price) : '',
    })),
    billingFrom: subscription.isTrial && trialEndsAt ? formatUtcDay(request, trialEndsAt) : '',
    ...ways,
  }
}

function typedOfCard({ name, email, card }: KnownSubscriber, plan: string): TypedSubscriber {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return {
    first_name: card?.firstName || first,
    last_name: card?.lastName || rest.join(' '),
    email: card?.emailAddress || email,
    phone: card?.officePhoneNumber || card?.telPhoneNumber || card?.phoneNumber || '',
    mobile: card?.phoneNumber ?? '',
    company_name: card?.companyName ?? '',
    street: card?.companyAddress ?? '',
    city: card?.companyCity ?? '',
    state: card?.companyState ?? '',
    zip: card?.companyZip ?? '',
    country: card?.companyCountry ?? '',
    plan,
  }
}
