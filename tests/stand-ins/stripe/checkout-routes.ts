import { listOf } from './account.ts'
import type { Routes } from './route.ts'
import { flagOf, partOf, textOf, textsOf } from './form.ts'
import { expireSession } from './billing-cycle.ts'
import { pageOf } from './lists.ts'
import { openPortal, openSession } from './sessions.ts'
import { badRequest, found } from './errors.ts'

export const checkoutRoutes: Routes = {
  'GET products/:id': ({ account, id }) => found(account.products, 'product', id),
  'GET prices/:id': ({ account, id }) => found(account.prices, 'price', id),
  'GET prices': ({ account, form }) => {
    const keys = Object.values(textsOf(partOf(form, 'lookup_keys')))
    const active = flagOf(form, 'active')
    const matching = [...account.prices.values()].filter(
      (price) => (keys.length === 0 || keys.includes(price.lookup_key ?? '')) && (active === undefined || price.active === active),
    )
    return pageOf('/v1/prices', matching, form)
  },

  'POST checkout/sessions': openSession,
  'GET checkout/sessions': ({ account, form }) => {
    const wanted = textOf(form, 'customer')
    const all = [...account.sessions.values()].map(({ session }) => session)
    return pageOf(
      '/v1/checkout/sessions',
      all.filter(({ customer }) => !wanted || wanted === customer),
      form,
    )
  },
  'GET checkout/sessions/:id': ({ account, id }) => found(account.sessions, 'checkout.session', id).session,
  'POST checkout/sessions/:id/expire': ({ account, id }) => {
    const { session } = found(account.sessions, 'checkout.session', id)
    if (session.status !== 'open')
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    expireSession(account, id)
    return session
  },
  'POST billing_portal/sessions': openPortal,
  'GET billing_portal/configurations': ({ account }) =>
    listOf(
      '/v1/billing_portal/configurations',
      account.rules.portalIsSetUp
        ? [
            {
              id: 'bpc_standin',
              is_default: true,
              features: { payment_method_update: { enabled: true }, subscription_update: { enabled: account.rules.portalSwitchesPlans } },
            },
          ]
        : [],
    ),
  'GET webhook_endpoints': ({ account }) => listOf('/v1/webhook_endpoints', account.endpoints),
}
