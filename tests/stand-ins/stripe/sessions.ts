import { idOf } from './account.ts'
import { flagOf, type Form, missingCardOf, required, numberOf, assertKnownFields, partOf, textOf, textsOf } from './form.ts'
import { badRequest, found, missing } from './errors.ts'
import type { RouteContext } from './route.ts'
import { itemOf } from './subscriptions.ts'
import type { CheckoutSession, PortalFlow, PortalSession } from './objects.ts'
import { addDays } from './time.ts'

const sessionFields = (
  'allow_promotion_codes automatic_tax billing_address_collection cancel_url client_reference_id customer customer_update expires_at ' +
  'line_items locale metadata mode payment_method_collection success_url subscription_data tax_id_collection ui_mode'
).split(' ')

/** Creates a checkout session, with Stripe’s validation. */
export function openSession({ account, form }: RouteContext): CheckoutSession {
  assertKnownFields(form, sessionFields)
  if (required(form, 'mode') !== 'subscription') throw badRequest('This stand-in supports only subscriptions.', 'mode')
  const customer = found(account.customers, 'customer', required(form, 'customer'), 'customer')
  if (customer.deleted) throw missing('customer', customer.id, 'customer')
  const price = found(account.prices, 'price', requestedPrice(form), 'line_items[0][price]')
  if (!price.recurring)
    throw badRequest('You must provide at least one recurring price in `subscription` mode when using prices.', 'line_items')
  if (!price.active) throw badRequest('The price specified is inactive. This field only accepts active prices.', 'line_items[0][price]')

  const now = account.time.seconds()
  const expiresAt = numberOf(form, 'expires_at') ?? addDays(now, 1)
  if (expiresAt < now + 30 * 60 || expiresAt > addDays(now, 1))
    throw badRequest(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      'expires_at',
    )
  const subscriptionData = partOf(form, 'subscription_data')
  const trialEnd = trialEndOf(subscriptionData, now)
  const hasTax = flagOf(partOf(form, 'automatic_tax'), 'enabled') ?? false
  if (hasTax && !customer.address && textOf(partOf(form, 'customer_update'), 'address') !== 'auto')
    throw badRequest(
      'Automatic tax calculation in Checkout requires a valid address on the Customer.',
      'automatic_tax',
      'customer_tax_location_invalid',
    )

  const id = idOf('cs_test')
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    created: now,
    livemode: false,
    amount_total: trialEnd ? 0 : price.unit_amount,
    cancel_url: textOf(form, 'cancel_url') ?? null,
    client_reference_id: textOf(form, 'client_reference_id') ?? null,
    currency: price.currency,
    customer: customer.id,
    expires_at: expiresAt,
    metadata: textsOf(partOf(form, 'metadata')),
    mode: 'subscription',
    payment_method_collection: textOf(form, 'payment_method_collection') === 'if_required' ? 'if_required' : 'always',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: required(form, 'success_url'),
    ui_mode: 'hosted_page',
    url: `${account.url}/c/pay/${id}`,
  }
  const missingCard = missingCardOf(partOf(partOf(subscriptionData, 'trial_settings'), 'end_behavior'))
  account.sessions.set(id, {
    session,
    options: { price: price.id, metadata: textsOf(partOf(subscriptionData, 'metadata')), trialEnd, missingCard, hasTax },
  })
  return session
}

function requestedPrice(form: Form): string {
  const [item, ...more] = Object.values(partOf(form, 'line_items'))
  if (typeof item !== 'object' || more.length > 0) throw badRequest('Exactly one line item is expected here.', 'line_items')
  if (textOf(item, 'quantity') !== '1') throw badRequest('Quantity is required.', 'line_items[0][quantity]')
  return required(item, 'price')
}

function trialEndOf(subscriptionData: Form, now: number): number | null {
  assertKnownFields(subscriptionData, ['description', 'metadata', 'trial_end', 'trial_period_days', 'trial_settings'])
  const days = numberOf(subscriptionData, 'trial_period_days')
  if (days !== undefined) return addDays(now, days)
  const trialEnd = numberOf(subscriptionData, 'trial_end') ?? null
  if (trialEnd !== null && trialEnd < addDays(now, 2))
    throw badRequest('The `trial_end` date has to be at least 2 days in the future.', 'subscription_data[trial_end]')
  return trialEnd
}

export function openPortal({ account, form }: RouteContext): PortalSession {
  assertKnownFields(form, ['configuration', 'customer', 'flow_data', 'locale', 'return_url'])
  if (!account.rules.portalIsSetUp)
    throw badRequest(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    )
  const customer = found(account.customers, 'customer', required(form, 'customer'), 'customer')
  const id = idOf('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: account.time.seconds(),
    livemode: false,
    configuration: 'bpc_standin',
    customer: customer.id,
    flow: flowOf({ account, form, id }, customer.id),
    return_url: textOf(form, 'return_url') ?? '',
    url: `${account.url}/p/session/${id}`,
  }
  account.portals.set(id, session)
  return session
}

function flowOf({ account, form }: RouteContext, customer: string): PortalFlow | null {
  const flow = partOf(form, 'flow_data')
  const type = textOf(flow, 'type')
  if (type === undefined) return null
  if (type === 'payment_method_update') return { type, subscription: null }
  if (type !== 'subscription_update' && type !== 'subscription_cancel') throw badRequest('Invalid flow_data[type]', 'flow_data[type]')
  if (type === 'subscription_update' && !account.rules.portalSwitchesPlans)
    throw badRequest('This subscription cannot be updated because the subscription update feature in the portal configuration is disabled.')
  const param = `flow_data[${type}][subscription]`
  const subscription = found(account.subscriptions, 'subscription', required(partOf(flow, type), 'subscription'), param)
  if (subscription.customer !== customer) throw missing('subscription', subscription.id, param)
  if (subscription.ended_at) throw badRequest('This subscription cannot be updated because it has been canceled.', param)
  return { type, subscription: itemOf(subscription).subscription }
}
