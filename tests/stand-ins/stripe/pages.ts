import type { Account } from './account.ts'
import { isGood } from './cards.ts'
import { textOf, type Form } from './form.ts'
import { found } from './errors.ts'
import { cancelAtPeriodEnd, itemOf, settle, switchPlan } from './subscriptions.ts'
import { pay, updateCard } from './payments.ts'

/** A page or a redirect. */
export type PageAnswer = { html: string } | { to: string }

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const button = (act: string, label: string) => `<button name="act" value="${act}">${label}</button>`
const page = (title: string, inside: string): PageAnswer => ({
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title><body><main><h1>${title}</h1>${inside}</main></body></html>`,
})
const formWith = (buttons: string[]) => `<form method="post">${buttons.join(' ')}</form>`

/** Stripe’s hosted pages. */
export function answerPage(account: Account, path: string, form: Form | null): PageAnswer | null {
  const [kind, , id = ''] = path.split('/').filter(Boolean)
  if (path.startsWith('/c/pay/')) return checkoutPage(account, id, form)
  if (path.startsWith('/p/session/')) return portalPage(account, id, form)
  return kind === 'i' ? invoicePage(account, path.split('/')[2] ?? '', form) : null
}

function checkoutPage(account: Account, id: string, form: Form | null): PageAnswer {
  const { session, options } = found(account.sessions, 'checkout.session', id)
  const success = session.success_url.replace('{CHECKOUT_SESSION_ID}', id)
  if (session.status === 'complete') return form ? { to: success } : page('You’re all done here', '<p>This payment is complete.</p>')
  if (session.status === 'expired') return page('This page has expired', '<p>Nothing was paid.</p>')
  const act = form ? textOf(form, 'act') : undefined
  if (act === 'pay' || act === 'pay-later-declines') {
    if (pay(account, id, { declines: act !== 'pay' })) return { to: success }
  }
  const price = found(account.prices, 'price', options.price)
  const product = account.products.get(price.product)?.name ?? ''
  const trial = options.trialEnd ? `<p>First payment on ${new Date(options.trialEnd * 1000).toISOString().slice(0, 10)}</p>` : ''
  const declined = act && act !== 'pay' ? '<p role="alert">Your card was declined.</p>' : ''
  const cancel = session.cancel_url ? `<a href="${escaped(session.cancel_url)}">Cancel</a>` : ''
  const sum = `<p>${escaped(product)}: ${(price.unit_amount / 100).toFixed(2)} ${price.currency.toUpperCase()} a month</p>`
  const buttons = [button('pay', 'Pay'), button('decline', 'Card declined'), button('pay-later-declines', 'Pay with a card that fails')]
  return page('Checkout', `${declined}${sum}${trial}${formWith(buttons)}${cancel}`)
}

function portalPage(account: Account, id: string, form: Form | null): PageAnswer {
  const portal = found(account.portals, 'billing_portal.session', id)
  const customer = found(account.customers, 'customer', portal.customer)
  const subscription = [...account.subscriptions.values()].findLast((one) => one.customer === customer.id && !one.ended_at)
  const act = form ? textOf(form, 'act') : undefined
  if (act === 'card') updateCard(account, customer, { last4: '4444', brand: 'mastercard' })
  if (act === 'bad-card') updateCard(account, customer, { last4: '0341', declines: true })
  if (subscription && (act === 'cancel' || act === 'resume')) cancelAtPeriodEnd(account, subscription, act === 'cancel')
  const prices = [...account.prices.values()].filter((price) => price.active && price.recurring && price.lookup_key)
  const chosen = prices.find((price) => `to-${price.id}` === act)
  if (subscription && chosen) switchPlan(account, subscription, chosen)
  // A flow ends with a redirect; the whole portal stays open.
  if (act && portal.flow) return { to: portal.return_url }

  const switches = subscription
    ? prices
        .filter((price) => price.id !== itemOf(subscription).price.id)
        .map((price) => button(`to-${price.id}`, `Change plan to ${escaped(account.products.get(price.product)?.name ?? '')}`))
    : []
  const card = [button('card', 'Update card'), button('bad-card', 'Update to a card that fails')]
  const ending = subscription ? [subscription.cancel_at_period_end ? button('resume', 'Resume plan') : button('cancel', 'Cancel plan')] : []
  const offered = portal.flow?.type === 'payment_method_update' ? card : [...card, ...ending, ...switches]
  return page('Billing', `${formWith(offered)}<a href="${escaped(portal.return_url)}">Back</a>`)
}

function invoicePage(account: Account, id: string, form: Form | null): PageAnswer {
  const invoice = found(account.invoices, 'invoice', id)
  const subscription = account.subscriptions.get(invoice.parent.subscription_details.subscription)
  if (form && subscription) settle(account, subscription)
  const isPayable = invoice.status === 'open' && [...account.paymentMethods.keys()].some((card) => isGood(account, card))
  const sum = `<p>${(invoice.amount_due / 100).toFixed(2)} ${invoice.currency.toUpperCase()}, ${invoice.status}</p>`
  return page(`Invoice ${invoice.number}`, `${sum}${isPayable ? formWith([button('pay', 'Pay')]) : ''}`)
}
