import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import type { SubscribeAnswer as Answer, Subscriber } from '#contract/billing/billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { BillingProvider } from '#server/integrations/billing.ts'
import { noteSubscription } from '../ledger/note-subscription.ts'
import { writeTold } from '../events/write-told.ts'
import { askForOrder } from '../provider/ask-for-order.ts'
import { askProvider, isAtProvider } from '../provider/ask-provider.ts'
import { beginCheckout } from './begin-checkout.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { holdBilling } from '../subscriptions/hold-billing.ts'
import { listSnapshots } from '../provider/provider-store.ts'
import { offeredPlans } from './offered-plans.ts'
import { changeOrder } from './order-store.ts'
import { ownPath } from '../subscriptions/own-path.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import { settleOrder } from './settle-orders.ts'
import type { Card, SubscribeNeeds } from './subscribe-needs.ts'
import type { BillingOrder } from '../tables.ts'

export type SubscribeAnswer = z.output<typeof Answer>

const lookMs = 250
const looks = 60
const closesSoonMs = 60_000
const busy = 'Another window is asking for this just now. Nothing was charged; please try again in a minute.'

/**
 * Begins a subscription, or takes up the one that was begun. Whoever asks twice, or in two windows, is led to the same page, which can be
 * paid once. The provider is asked outside of any transaction; what was interrupted is taken up by asking again.
 */
export async function subscribe(needs: SubscribeNeeds, card: Card, input: Subscriber): Promise<SubscribeAnswer> {
  const { billing, settings } = needs
  const wish = { planCode: offerOf(needs, input), customer: input.customer, returnPath: ownPath(input.redirect_url, settings.publicUrl) }
  if (billing.provider) await lookAgain(needs, billing.provider, card.id)
  for (let look = 0; look < looks; look++) {
    const step = await askForOrder(needs, card, wish)
    if (step.kind === 'asked') return led(`${settings.publicUrl}/account/subscription?alias=${card.alias}&asked=yes`)
    if (step.kind === 'wait' || !billing.provider) {
      await setTimeout(lookMs)
      continue
    }
    if (step.kind === 'begin') return led(await beginCheckout(needs, billing.provider, step))
    const url = await takeUp(needs, billing.provider, step.order, wish.planCode)
    if (url) return led(url)
  }
  throw problem('too-many-requests', { detail: busy, retryAfterSeconds: 60 })
}

const led = (url: string): SubscribeAnswer => ({ success: 1, message: { url } })

/** Only the code is read: what it costs and what it opens is looked up. */
function offerOf({ settings }: SubscribeNeeds, { plan }: Subscriber): OfferCode {
  const offer = offeredPlans(settings).find(({ plan_code }) => plan_code === plan.plan_code)
  if (!offer) throw problem('input-invalid', { faults: [{ path: 'plan.plan_code', message: 'Please fill in at least one option.' }] })
  return offer.plan_code
}

/** The page that is open already, or null once it is closed. What was paid there is not paid again. */
async function takeUp(needs: SubscribeNeeds, provider: BillingProvider, order: BillingOrder, wanted: OfferCode) {
  const { db, clock, log, jobs } = needs
  const { subjectId, createdAt, checkoutId, url, expiresAt } = order
  if (!checkoutId || !url) return null
  const release = () => changeOrder(db, order, { askingUntil: null })
  const ask = <T>(call: () => Promise<T>) => askProvider(log, call, async () => void (await release()))
  const look = () => ask(() => settleOrder({ ...needs, jobs: () => jobs }, provider, { subjectId, checkoutId, createdAt }))
  let state = await look()
  const isGood = order.planCode === wanted && expiresAt !== null && expiresAt.getTime() - clock.now().getTime() > closesSoonMs
  if (state === 'open' && !isGood) {
    await ask(() => provider.endCheckout(checkoutId))
    state = await look()
    if (state === 'open') await changeOrder(db, order, { state: 'dropped', askingUntil: null })
    if (state !== 'complete') return null
  }
  if (state === 'expired') return null
  await release()
  if (state === 'complete') throw problem('already-subscribed')
  return url
}

/**
 * What should have gone on or ended by now, and nobody told: before its owner pays anew, the provider is asked. One that it does not have,
 * such as from its test mode, is over: nothing of it is paid for any more, and it would keep its owner from paying for ever.
 */
async function lookAgain(needs: SubscribeNeeds, provider: BillingProvider, subjectId: string): Promise<void> {
  const { db, changes, clock, log } = needs
  const row = await findSubscription(db, subjectId)
  const id = row?.subscriptionId
  if (!id || !isAtProvider(row, provider) || !['expired', 'unpaid'].includes(stateAt(row, clock.now()))) return
  const telling = { ...needs, jobs: () => needs.jobs }
  const read = await askProvider(log, () => provider.readSubscription(id))
  if (read) return void (await noteSubscription(telling, subjectId, read))
  await changes.write(async (tx, tell) => {
    await holdBilling(tx, subjectId)
    const known = await listSnapshots(tx, [subjectId])
    const ended = known.flatMap((one) => (one.id === id ? { ...one, status: 'canceled', endedAt: clock.now() } : []))
    const all = new Map([[subjectId, [...known.filter((one) => one.id !== id), ...ended]]])
    await writeTold(tx, tell, telling, { changed: ended, all })
  })
}
