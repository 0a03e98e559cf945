import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anAccount, type Account } from './stripe/account.ts'
import { answer, type StripeRequest, type StripeServer, type StripeMood } from './stripe/answer.ts'
import { attachCard, type CardInput, detachCard, renewCard } from './stripe/cards.ts'
import { expireSession, advanceTo } from './stripe/billing-cycle.ts'
import { found } from './stripe/errors.ts'
import { begin, cancelAtPeriodEnd, end, settle, switchPlan, unpause } from './stripe/subscriptions.ts'
import { addPrice, pay, refund, updateCard } from './stripe/payments.ts'
import type { MissingCard, StripeEvent } from './stripe/objects.ts'
import { addDays, stripeTime } from './stripe/time.ts'
import { theWebhooks, type Webhooks } from './stripe/webhooks.ts'

export type { StripeMood } from './stripe/answer.ts'
export type { StripeEvent } from './stripe/objects.ts'
export { requestFor, sign } from './stripe/webhooks.ts'

export type StripeStandIn = {
  url: string
  key: string
  /** For all calls, or by `METHOD path`, such as `POST checkout/sessions`. */
  mood: StripeMood | ((call: string) => StripeMood)
  requests: StripeRequest[]
  /** How many requests are waiting for their response. */
  waitingCount(): number
  events: StripeEvent[]
  webhooks: Webhooks
  deliver: Webhooks['deliver']
  /** Can serve as the app’s clock too. `advance` runs everything due in those days. */
  clock: { now(): Date; advance(days: number): void }
  account: Account
  acts: StripeActs
  settings: { stripeSecretKey: string; stripeWebhookSecret: string; stripeUrl: string }
  [Symbol.asyncDispose](): Promise<void>
}

type Options = { startsAt?: Date; slug?: string; secret?: string; hasTeam?: boolean }

/** A Stripe account with two monthly prices, over HTTP. With `startsAt` its clock only moves by `advance`. */
export async function stripeStandIn({
  startsAt,
  slug = 'carte',
  secret = 'whsec_stand_in',
  hasTeam = true,
}: Options = {}): Promise<StripeStandIn> {
  const account = anAccount(stripeTime(startsAt))
  addPrice(account, { lookupKey: `${slug}_pro`, name: 'PRO', amount: 1500 })
  if (hasTeam) addPrice(account, { lookupKey: `${slug}_pro_team`, name: 'PRO Team', amount: 4900 })
  const webhooks = theWebhooks(account, secret)
  const key = 'sk_test_stand_in'
  const context: StripeServer = {
    account,
    key,
    requests: [],
    replies: new Map(),
    moodFor: (call) => (typeof state.mood === 'function' ? state.mood(call) : state.mood),
  }
  const server = createServer({ keepAliveTimeout: 1000 }, (request, response) => void answer(context, request, response))
  const waiting = new Set<ServerResponse>()
  server.on('request', (_, response) => {
    waiting.add(response)
    response.on('error', () => {}).once('close', () => waiting.delete(response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  account.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const state: StripeStandIn = {
    url: account.url,
    key,
    mood: 'good',
    requests: context.requests,
    waitingCount: () => waiting.size,
    events: account.events,
    webhooks,
    deliver: webhooks.deliver,
    clock: { now: account.time.now, advance: (days) => advanceTo(account, addDays(account.time.seconds(), days)) },
    account,
    acts: accountActions(account),
    settings: { stripeSecretKey: key, stripeWebhookSecret: secret, stripeUrl: account.url },
    async [Symbol.asyncDispose]() {
      await webhooks.settled()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return state
}

export type StripeActs = ReturnType<typeof accountActions>

/** Actions of customers, banks and the account’s administrator, without a browser. */
function accountActions(account: Account) {
  const customerOf = (id: string) => found(account.customers, 'customer', id)
  const subscriptionOf = (id: string) => found(account.subscriptions, 'subscription', id)
  const priceOf = (lookupKey: string) => {
    const price = [...account.prices.values()].find((one) => one.lookup_key === lookupKey)
    if (!price) throw new Error(`No price has the key ${lookupKey}.`)
    return price
  }
  return {
    addPrice: (input: Parameters<typeof addPrice>[1]) => addPrice(account, input),
    /** By id or address of a checkout. Null: the card was declined. */
    pay: (checkout: string, card?: CardInput) => pay(account, idIn(checkout), card),
    letExpire: (checkout: string) => expireSession(account, idIn(checkout)),
    /** Created in the dashboard, without a checkout; a trial needs no card. */
    begin(input: {
      customer: string
      price: string
      trialDays?: number
      card?: CardInput | null
      missingCard?: MissingCard
      metadata?: Record<string, string>
    }) {
      const { customer, price, trialDays = 0, card = {}, missingCard = 'pause', metadata = {} } = input
      const method = card && attachCard(account, customerOf(customer), card)
      const trialEnd = trialDays > 0 ? addDays(account.time.seconds(), trialDays) : null
      return begin(account, { customer, price: priceOf(price), trialEnd, missingCard, metadata, card: method?.id ?? null })
    },
    updateCard: (customer: string, card?: CardInput) => updateCard(account, customerOf(customer), card),
    removeCard: (card: string) => detachCard(account, found(account.paymentMethods, 'PaymentMethod', card)),
    renewCard: (card: string, expires: string) => renewCard(account, found(account.paymentMethods, 'PaymentMethod', card), expires),
    /** The bank declines this card from now on, or accepts it again. */
    spoilCard: (card: string, isDeclined = true) => void (isDeclined ? account.declining.add(card) : account.declining.delete(card)),
    settle: (subscription: string) => settle(account, subscriptionOf(subscription)),
    switchPlan: (subscription: string, price: string) => switchPlan(account, subscriptionOf(subscription), priceOf(price)),
    cancelAtPeriodEnd: (subscription: string, shouldCancel = true) =>
      cancelAtPeriodEnd(account, subscriptionOf(subscription), shouldCancel),
    cancelNow: (subscription: string) => end(account, subscriptionOf(subscription), 'canceled', 'cancellation_requested'),
    unpause: (subscription: string) => unpause(account, subscriptionOf(subscription)),
    refund: (invoice: string, amount?: number) => refund(account, invoice, amount),
  }
}

const idIn = (checkout: string) => checkout.split('/').at(-1) ?? checkout
