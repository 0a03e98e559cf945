import { type Account, emitEvent } from './account.ts'
import { cardFor } from './cards.ts'
import { payInvoice } from './invoices.ts'
import { end, itemOf, openInvoices, renew, settle, setStatus } from './subscriptions.ts'
import type { Subscription } from './objects.ts'
import { addDays } from './time.ts'

type Due = { at: number; run: () => void }

/** Runs everything due until then in order, each at its own time. */
export function advanceTo(account: Account, until: number) {
  const warned = new Set<string>()
  for (let due = nextDue(account, until, warned); due; due = nextDue(account, until, warned)) {
    account.time.moveTo(due.at)
    due.run()
  }
  account.time.moveTo(until)
}

function nextDue(account: Account, until: number, warned: Set<string>): Due | undefined {
  const now = account.time.seconds()
  const sessions = [...account.sessions.values()].flatMap(({ session }): Due[] =>
    session.status === 'open' ? [{ at: session.expires_at, run: () => expireSession(account, session.id) }] : [],
  )
  const lives = [...account.subscriptions.values()].flatMap((subscription) => duesOf(account, subscription, warned, now))
  return [...sessions, ...lives].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
}

export function expireSession(account: Account, id: string) {
  const session = account.sessions.get(id)?.session
  if (session?.status !== 'open') return
  session.status = 'expired'
  session.url = null
  emitEvent(account, 'checkout.session.expired', session)
}

function duesOf(account: Account, subscription: Subscription, warned: Set<string>, now: number): Due[] {
  const { current_period_end: periodEnds } = itemOf(subscription)
  const { status, trial_end: trialEnds } = subscription
  if (status === 'trialing' && trialEnds) {
    const warns = addDays(trialEnds, -3)
    const warning = {
      at: warns,
      run: () => void (warned.add(subscription.id), emitEvent(account, 'customer.subscription.trial_will_end', subscription)),
    }
    const ending = { at: trialEnds, run: () => endTrial(account, subscription, trialEnds) }
    return warned.has(subscription.id) || warns <= now ? [ending] : [warning, ending]
  }
  if (status === 'incomplete')
    return [{ at: addDays(subscription.created, 23 / 24), run: () => end(account, subscription, 'incomplete_expired', null) }]
  if (status === 'active') return [{ at: periodEnds, run: () => endPeriod(account, subscription, periodEnds) }]
  if (status === 'past_due') return [...retries(account, subscription), ...closing(account, subscription, periodEnds)]
  return status === 'unpaid' ? closing(account, subscription, periodEnds) : []
}

function endTrial(account: Account, subscription: Subscription, at: number) {
  if (subscription.cancel_at_period_end) return end(account, subscription, 'canceled', null)
  const { missing_payment_method: without } = subscription.trial_settings.end_behavior
  if (cardFor(account, subscription) || without === 'create_invoice') return renew(account, subscription, at)
  if (without === 'cancel') return end(account, subscription, 'canceled', 'payment_failed')
  setStatus(account, subscription, 'paused')
  emitEvent(account, 'customer.subscription.paused', subscription)
}

function endPeriod(account: Account, subscription: Subscription, at: number) {
  if (subscription.cancel_at_period_end) end(account, subscription, 'canceled', null)
  else renew(account, subscription, at)
}

const closing = (account: Account, subscription: Subscription, at: number): Due[] =>
  subscription.cancel_at_period_end ? [{ at, run: () => end(account, subscription, 'canceled', null) }] : []

function retries(account: Account, subscription: Subscription): Due[] {
  return openInvoices(account, subscription).flatMap((invoice) =>
    invoice.next_payment_attempt === null
      ? []
      : [
          {
            at: invoice.next_payment_attempt,
            run() {
              if (payInvoice(account, invoice)) return void settle(account, subscription)
              if (invoice.next_payment_attempt !== null) return
              if (account.rules.afterRetries === 'unpaid') setStatus(account, subscription, 'unpaid')
              else end(account, subscription, 'canceled', 'payment_failed')
            },
          },
        ],
  )
}
