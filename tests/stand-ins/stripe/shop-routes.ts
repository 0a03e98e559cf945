import type { Routes } from './asked.ts'
import { flagOf, partOf, textsOf } from './form.ts'
import { expireSession } from './lives.ts'
import { pageOf } from './lists.ts'
import { openPortal, openSession } from './openings.ts'
import { badRequest, found } from './refusal.ts'

export const shopRoutes: Routes = {
  'GET products/:id': ({ account, id }) => found(account.products, 'product', id),
  'GET prices/:id': ({ account, id }) => found(account.prices, 'price', id),
  'GET prices': ({ account, form }) => {
    const keys = Object.values(textsOf(partOf(form, 'lookup_keys')))
    const active = flagOf(form, 'active')
    const there = [...account.prices.values()].filter(
      (price) => (keys.length === 0 || keys.includes(price.lookup_key ?? '')) && (active === undefined || price.active === active),
    )
    return pageOf('/v1/prices', there, form)
  },

  'POST checkout/sessions': openSession,
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
}
