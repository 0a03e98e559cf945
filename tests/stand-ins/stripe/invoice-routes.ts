import type { Routes } from './route.ts'
import { required, numberOf, partOf, textOf } from './form.ts'
import { pageOf } from './lists.ts'
import { found } from './errors.ts'
import { settle } from './subscriptions.ts'
import { refund } from './payments.ts'

export const invoiceRoutes: Routes = {
  'GET invoices/:id': ({ account, id }) => found(account.invoices, 'invoice', id),
  'GET invoices': ({ account, form }) => {
    const wanted = { customer: textOf(form, 'customer'), subscription: textOf(form, 'subscription'), status: textOf(form, 'status') }
    const matching = [...account.invoices.values()].filter(
      ({ customer, status, parent }) =>
        (!wanted.customer || wanted.customer === customer) &&
        (!wanted.status || wanted.status === status) &&
        (!wanted.subscription || wanted.subscription === parent.subscription_details.subscription),
    )
    return pageOf('/v1/invoices', matching, form)
  },
  'POST invoices/:id/pay': ({ account, id }) => {
    const invoice = found(account.invoices, 'invoice', id)
    const subscription = found(account.subscriptions, 'subscription', invoice.parent.subscription_details.subscription)
    settle(account, subscription)
    return invoice
  },
  'GET invoice_payments': ({ account, form }) => {
    const payment = textOf(partOf(form, 'payment'), 'payment_intent')
    const invoice = textOf(form, 'invoice')
    const matching = [...account.invoices.values()]
      .flatMap(({ payments }) => payments.data)
      .filter((one) => (!payment || one.payment.payment_intent === payment) && (!invoice || one.invoice === invoice))
    return pageOf('/v1/invoice_payments', matching, form)
  },
  'GET charges/:id': ({ account, id }) => found(account.charges, 'charge', id),
  'GET charges': ({ account, form }) => {
    const wanted = textOf(form, 'customer')
    const matching = [...account.charges.values()].filter(({ customer }) => !wanted || wanted === customer)
    return pageOf('/v1/charges', matching, form)
  },
  'POST refunds': ({ account, form }) => {
    const intent = textOf(form, 'payment_intent') ?? found(account.charges, 'charge', required(form, 'charge'), 'charge').payment_intent
    const invoice = [...account.invoices.values()].find(({ payments }) => payments.data[0]?.payment.payment_intent === intent)
    return refund(account, invoice?.id ?? '', numberOf(form, 'amount'))
  },
  'GET refunds': ({ account, form }) => {
    const intent = textOf(form, 'payment_intent')
    return pageOf(
      '/v1/refunds',
      [...account.refunds.values()].filter((one) => !intent || one.payment_intent === intent),
      form,
    )
  },
}
