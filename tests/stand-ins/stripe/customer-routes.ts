import { idOf, emitEvent, type Account } from './account.ts'
import type { Routes } from './route.ts'
import { type Form, assertKnownFields, partOf, textOf, textsOf } from './form.ts'
import { pageOf } from './lists.ts'
import { badRequest, found } from './errors.ts'
import { end } from './subscriptions.ts'
import type { Customer } from './objects.ts'

const customerFields = [
  'address',
  'description',
  'email',
  'invoice_settings',
  'metadata',
  'name',
  'phone',
  'preferred_locales',
  'shipping',
  'tax',
]

export const customerRoutes: Routes = {
  'POST customers': ({ account, form }) => {
    assertKnownFields(form, customerFields)
    const customer: Customer = {
      id: idOf('cus'),
      object: 'customer',
      created: account.time.seconds(),
      livemode: false,
      address: null,
      balance: 0,
      currency: null,
      default_source: null,
      delinquent: false,
      description: null,
      email: null,
      invoice_settings: { default_payment_method: null, custom_fields: null, footer: null },
      metadata: {},
      name: null,
      phone: null,
      preferred_locales: [],
      shipping: null,
    }
    applyForm(customer, form)
    account.customers.set(customer.id, customer)
    emitEvent(account, 'customer.created', customer)
    return customer
  },
  'GET customers/:id': ({ account, id }) => customerOf(account, id),
  'GET customers': ({ account, form }) => {
    const email = textOf(form, 'email')
    const matching = [...account.customers.values()].filter((customer) => !customer.deleted && (!email || customer.email === email))
    return pageOf('/v1/customers', matching, form)
  },
  'POST customers/:id': ({ account, id, form }) => {
    assertKnownFields(form, customerFields)
    const customer = found(account.customers, 'customer', id)
    if (customer.deleted) throw badRequest(`No such customer: '${id}'`, 'id', 'resource_missing')
    const card = textOf(partOf(form, 'invoice_settings'), 'default_payment_method')
    if (card !== undefined) customer.invoice_settings.default_payment_method = card || null
    applyForm(customer, form)
    emitEvent(account, 'customer.updated', customer)
    return customer
  },
  'DELETE customers/:id': ({ account, id }) => {
    const customer = found(account.customers, 'customer', id)
    for (const subscription of account.subscriptions.values())
      if (subscription.customer === id && !subscription.ended_at) end(account, subscription, 'canceled', 'cancellation_requested')
    emitEvent(account, 'customer.deleted', customer)
    customer.deleted = true
    return { id, object: 'customer', deleted: true }
  },
  'GET customers/:id/payment_methods': ({ account, id, form }) => {
    const matching = [...account.paymentMethods.values()].filter(({ customer }) => customer === id)
    return pageOf(`/v1/customers/${id}/payment_methods`, matching, form)
  },
  'GET payment_methods/:id': ({ account, id }) => found(account.paymentMethods, 'PaymentMethod', id),
}

function customerOf(account: Account, id: string) {
  const customer = found(account.customers, 'customer', id)
  return customer.deleted ? { id, object: 'customer', deleted: true } : customer
}

function applyForm(customer: Customer, form: Form) {
  for (const name of ['description', 'email', 'name', 'phone'] as const) {
    const value = textOf(form, name)
    if (value !== undefined) customer[name] = value || null
  }
  if (typeof form['metadata'] === 'object') Object.assign(customer.metadata, textsOf(form['metadata']))
  const country = textOf(partOf(form, 'address'), 'country')
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw badRequest(`Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead.`, 'address[country]')
  if ((customer.phone?.length ?? 0) > 20) throw badRequest('Invalid string: must be at most 20 characters', 'phone')
  if (typeof form['address'] === 'object') customer.address = { ...textsOf(form['address']) }
  if (form['address'] === '') customer.address = null
  if (form['shipping'] === '') customer.shipping = null
  if (typeof form['shipping'] === 'object')
    customer.shipping = { ...textsOf(form['shipping']), address: { ...textsOf(partOf(form['shipping'], 'address')) } }
  if (typeof form['preferred_locales'] === 'object') customer.preferred_locales = Object.values(textsOf(form['preferred_locales']))
}
