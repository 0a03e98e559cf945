import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import type { SubscribeAnswer as Answer, Subscriber } from '#contract/billing/billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import { fieldIssue } from '#server/common/field-issue.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { BillingProvider } from '#server/integrations/billing.ts'
import { saveCardSubscription } from '../provider/save-fetched-subscriptions.ts'
import { saveSubscriptions } from '../subscriptions/save-subscriptions.ts'
import { assertPlans } from './assert-plans.ts'
import { claimOrder } from './claim-order.ts'
import { callProvider, isManagedByProvider } from '../provider/call-provider.ts'
import { createCheckout } from './create-checkout.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { lockBilling } from '../subscriptions/lock-billing.ts'
import { listSnapshots } from '../provider/provider-store.ts'
import { offeredPlans } from './offered-plans.ts'
import { updateOrder } from './order-store.ts'
import { ownPath } from '../subscriptions/own-path.ts'
import { findSubscription } from '../subscriptions/subscription-store.ts'
import { reconcileOrder } from './reconcile-orders.ts'
import type { Card, SubscribeDeps } from './subscribe-deps.ts'
import type { BillingOrder } from '../tables.ts'

export type SubscribeAnswer = z.output<typeof Answer>

const pollMs = 250
const pollsMax = 60
const closesSoonMs = 60_000
const busy = 'This subscription is being started in another window. Nothing was charged. Try again in a minute.'

/**
 * Starts a subscription, or resumes an open order. Repeated and concurrent requests get the same checkout page, which can be paid
 * once. Provider calls run outside of transactions; a retry resumes an interrupted one.
 */
export async function subscribe(deps: SubscribeDeps, card: Card, input: Subscriber): Promise<SubscribeAnswer> {
  const { billing, settings } = deps
  assertPlans(settings)
  const request = { planCode: offerOf(deps, input), customer: input.customer, returnPath: ownPath(input.redirect_url, settings.publicUrl) }
  if (billing.provider) await recheckSubscription(deps, billing.provider, card.id)
  for (let attempt = 0; attempt < pollsMax; attempt++) {
    const step = await claimOrder(deps, card, request)
    if (step.kind === 'requested') return redirectTo(`${settings.publicUrl}/account/subscription?alias=${card.alias}`)
    if (step.kind === 'wait' || !billing.provider) {
      await setTimeout(pollMs)
      continue
    }
    if (step.kind === 'create') return redirectTo(await createCheckout(deps, billing.provider, step))
    const url = await resumeCheckout(deps, billing.provider, step.order, request.planCode)
    if (url) return redirectTo(url)
  }
  throw problem('too-many-requests', { detail: busy, retryAfterSeconds: 60 })
}

export const redirectTo = (url: string): SubscribeAnswer => ({ success: 1, message: { url } })

function offerOf({ settings }: SubscribeDeps, { plan }: Subscriber): OfferCode {
  const offer = offeredPlans(settings).find(({ plan_code }) => plan_code === plan.plan_code)
  if (!offer) throw problem('input-invalid', { issues: [fieldIssue('plan.plan_code', 'planNotOffered')] })
  return offer.plan_code
}

/** The open checkout page, or null once it is closed. Throws if it was paid. */
async function resumeCheckout(deps: SubscribeDeps, provider: BillingProvider, order: BillingOrder, wanted: OfferCode) {
  const { db, clock, log } = deps
  const { subjectId, createdAt, checkoutId, url, expiresAt } = order
  if (!checkoutId || !url) return null
  const release = () => updateOrder(db, order, { lockedUntil: null })
  const call = <T>(call: () => Promise<T>) => callProvider(log, call, async () => void (await release()))
  const attempt = () => call(() => reconcileOrder(deps, provider, { subjectId, checkoutId, createdAt }))
  let state = await attempt()
  const isGood = order.planCode === wanted && expiresAt !== null && expiresAt.getTime() - clock.now().getTime() > closesSoonMs
  if (state === 'open' && !isGood) {
    await call(() => provider.expireCheckout(checkoutId))
    state = await attempt()
    if (state === 'open') await updateOrder(db, order, { state: 'dropped', lockedUntil: null })
    if (state !== 'complete') return null
  }
  if (state === 'expired') return null
  await release()
  if (state === 'complete') throw problem('already-subscribed')
  return url
}

/**
 * Before an owner pays again, checks a subscription that looks expired or unpaid: a renewal event may be lost. A subscription that the
 * provider does not have, such as one of its test mode, counts as canceled; otherwise it would block the owner forever.
 */
async function recheckSubscription(deps: SubscribeDeps, provider: BillingProvider, subjectId: string): Promise<void> {
  const { db, changes, clock, log } = deps
  const row = await findSubscription(db, subjectId)
  const id = row?.subscriptionId
  if (!id || !isManagedByProvider(row, provider) || !['expired', 'unpaid'].includes(stateAt(row, clock.now()))) return
  const read = await callProvider(log, () => provider.readSubscription(id))
  if (read) return void (await saveCardSubscription(deps, subjectId, read))
  await changes.write(async (tx, notify) => {
    await lockBilling(tx, subjectId)
    const known = await listSnapshots(tx, [subjectId])
    const ended = known.flatMap((one) => (one.id === id ? { ...one, status: 'canceled', endedAt: clock.now() } : []))
    const all = new Map([[subjectId, [...known.filter((one) => one.id !== id), ...ended]]])
    await saveSubscriptions(tx, notify, deps, { changed: ended, all })
  })
}
