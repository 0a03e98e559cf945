import { emitEvent } from './account.ts'
import type { Routes } from './route.ts'
import { flagOf, missingCardOf, required, numberOf, assertKnownFields, partOf, textOf, textsOf } from './form.ts'
import { pageOf } from './lists.ts'
import { found } from './errors.ts'
import { begin, cancelAtPeriodEnd, end, switchPlan, unpause } from './subscriptions.ts'

export const subscriptionRoutes: Routes = {
  'POST subscriptions': ({ account, form }) => {
    const customer = found(account.customers, 'customer', required(form, 'customer'), 'customer')
    const [item] = Object.values(partOf(form, 'items'))
    const price = found(account.prices, 'price', typeof item === 'object' ? textOf(item, 'price') : undefined, 'items[0][price]')
    const trialSettings = partOf(partOf(form, 'trial_settings'), 'end_behavior')
    return begin(account, {
      customer: customer.id,
      price,
      trialEnd: numberOf(form, 'trial_end') ?? null,
      metadata: textsOf(partOf(form, 'metadata')),
      missingCard: missingCardOf(trialSettings),
      card: textOf(form, 'default_payment_method') ?? null,
    })
  },
  'GET subscriptions/:id': ({ account, id }) => found(account.subscriptions, 'subscription', id),
  'GET subscriptions': ({ account, form }) => {
    const [customer, status] = [textOf(form, 'customer'), textOf(form, 'status')]
    const matching = [...account.subscriptions.values()].filter((one) => {
      if (customer && one.customer !== customer) return false
      return status === 'all' || (status ? one.status === status : one.status !== 'canceled')
    })
    return pageOf('/v1/subscriptions', matching, form)
  },
  'POST subscriptions/:id': ({ account, id, form }) => {
    assertKnownFields(form, ['cancel_at_period_end', 'default_payment_method', 'items', 'metadata', 'proration_behavior', 'trial_settings'])
    const subscription = found(account.subscriptions, 'subscription', id)
    const shouldCancel = flagOf(form, 'cancel_at_period_end')
    if (shouldCancel !== undefined) cancelAtPeriodEnd(account, subscription, shouldCancel)
    const [item] = Object.values(partOf(form, 'items'))
    if (typeof item === 'object')
      switchPlan(account, subscription, found(account.prices, 'price', textOf(item, 'price'), 'items[0][price]'))
    const card = textOf(form, 'default_payment_method')
    if (card !== undefined) {
      subscription.default_payment_method = found(account.paymentMethods, 'PaymentMethod', card, 'default_payment_method').id
      emitEvent(account, 'customer.subscription.updated', subscription)
    }
    return subscription
  },
  'DELETE subscriptions/:id': ({ account, id }) => {
    const subscription = found(account.subscriptions, 'subscription', id)
    end(account, subscription, 'canceled', 'cancellation_requested')
    return subscription
  },
  'POST subscriptions/:id/resume': ({ account, id }) => {
    const subscription = found(account.subscriptions, 'subscription', id)
    unpause(account, subscription)
    return subscription
  },
}
