import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anAccount, type Account } from './stripe/account.ts'
import { answer, type AskedOfStripe, type Desk, type StripeMood } from './stripe/answer.ts'
import { attachCard, type CardGiven, detachCard, renewCard } from './stripe/cards.ts'
import { expireSession, liveUntil } from './stripe/lives.ts'
import { found } from './stripe/refusal.ts'
import { begin, cancelAtPeriodEnd, end, settle, switchPlan, unpause } from './stripe/subscriptions.ts'
import { addPrice, pay, refund, updateCard } from './stripe/till.ts'
import type { MissingCard, StripeEvent } from './stripe/things.ts'
import { daysLater, stripeTime } from './stripe/time.ts'
import { theWebhooks, type Webhooks } from './stripe/webhooks.ts'

export type { StripeMood } from './stripe/answer.ts'
export type { StripeEvent } from './stripe/things.ts'
export { requestFor, sign } from './stripe/webhooks.ts'

export type StripeStandIn = {
  url: string
  key: string
  /** For all calls, or told apart by `METHOD path`, such as `POST checkout/sessions`. */
  mood: StripeMood | ((call: string) => StripeMood)
  asked: AskedOfStripe[]
  events: StripeEvent[]
  webhooks: Webhooks
  deliver: Webhooks['deliver']
  /** Its `now` may be given to what is tested as its clock. Days that pass bring what falls due in them. */
  clock: { now(): Date; advance(days: number): void }
  account: Account
  acts: StripeActs
  settings: { stripeSecretKey: string; stripeWebhookSecret: string; stripeUrl: string }
  [Symbol.asyncDispose](): Promise<void>
}

type Options = { startsAt?: Date; slug?: string; secret?: string; hasTeam?: boolean }

/** A Stripe account with two monthly prices, over real HTTP. `startsAt`: its clock stands still from then on until it is moved. */
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
  const desk: Desk = {
    account,
    key,
    asked: [],
    remembered: new Map(),
    moodFor: (call) => (typeof state.mood === 'function' ? state.mood(call) : state.mood),
  }
  const server = createServer({ keepAliveTimeout: 1000 }, (request, response) => void answer(desk, request, response))
  server.on('request', (_, response) => response.on('error', () => {}))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  account.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const state: StripeStandIn = {
    url: account.url,
    key,
    mood: 'good',
    asked: desk.asked,
    events: account.events,
    webhooks,
    deliver: webhooks.deliver,
    clock: { now: account.time.now, advance: (days) => liveUntil(account, daysLater(account.time.seconds(), days)) },
    account,
    acts: theActs(account),
    settings: { stripeSecretKey: key, stripeWebhookSecret: secret, stripeUrl: account.url },
    async [Symbol.asyncDispose]() {
      await webhooks.settled()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return state
}

export type StripeActs = ReturnType<typeof theActs>

/** What people, banks and whoever keeps the account do, without a browser. */
function theActs(account: Account) {
  const customerOf = (id: string) => found(account.customers, 'customer', id)
  const subscriptionOf = (id: string) => found(account.subscriptions, 'subscription', id)
  const priceOf = (lookupKey: string) => {
    const price = [...account.prices.values()].find((one) => one.lookup_key === lookupKey)
    if (!price) throw new Error(`No price has the key ${lookupKey}.`)
    return price
  }
  return {
    addPrice: (wish: Parameters<typeof addPrice>[1]) => addPrice(account, wish),
    /** By the id or the address of a checkout. Null: the card was refused. */
    pay: (checkout: string, card?: CardGiven) => pay(account, idIn(checkout), card),
    letExpire: (checkout: string) => expireSession(account, idIn(checkout)),
    /** Begun by hand in the account, without a checkout; a trial may do without a card. */
    begin(wish: {
      customer: string
      price: string
      trialDays?: number
      card?: CardGiven | null
      missingCard?: MissingCard
      metadata?: Record<string, string>
    }) {
      const { customer, price, trialDays = 0, card = {}, missingCard = 'pause', metadata = {} } = wish
      const method = card && attachCard(account, customerOf(customer), card)
      const trialEnd = trialDays > 0 ? daysLater(account.time.seconds(), trialDays) : null
      return begin(account, { customer, price: priceOf(price), trialEnd, missingCard, metadata, card: method?.id ?? null })
    },
    updateCard: (customer: string, card?: CardGiven) => updateCard(account, customerOf(customer), card),
    removeCard: (card: string) => detachCard(account, found(account.paymentMethods, 'PaymentMethod', card)),
    renewCard: (card: string, expires: string) => renewCard(account, found(account.paymentMethods, 'PaymentMethod', card), expires),
    /** From now on a bank refuses this card, or pays again. */
    spoilCard: (card: string, isSpoilt = true) => void (isSpoilt ? account.declining.add(card) : account.declining.delete(card)),
    settle: (subscription: string) => settle(account, subscriptionOf(subscription)),
    switchPlan: (subscription: string, price: string) => switchPlan(account, subscriptionOf(subscription), priceOf(price)),
    cancelAtPeriodEnd: (subscription: string, isWished = true) => cancelAtPeriodEnd(account, subscriptionOf(subscription), isWished),
    cancelNow: (subscription: string) => end(account, subscriptionOf(subscription), 'canceled', 'cancellation_requested'),
    unpause: (subscription: string) => unpause(account, subscriptionOf(subscription)),
    refund: (invoice: string, amount?: number) => refund(account, invoice, amount),
  }
}

const idIn = (checkout: string) => checkout.split('/').at(-1) ?? checkout
