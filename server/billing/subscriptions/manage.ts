import type { subscriptionActions } from '#contract/billing/billing.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { AsOf, BillingProvider, ProviderSubscription } from '#server/integrations/billing.ts'
import { assertPlans } from '../orders/assert-plans.ts'
import { callProvider, isManagedByProvider } from '../provider/call-provider.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { stateAt } from './describe-subscription.ts'
import { lockBilling } from './lock-billing.ts'
import { nextSubscription } from '../ledger/ledger-actions.ts'
import { saveCardSubscription } from '../provider/save-fetched-subscriptions.ts'
import { ownPath } from './own-path.ts'
import { redirectTo, type SubscribeAnswer } from '../orders/subscribe.ts'
import type { Card, SubscribeDeps } from '../orders/subscribe-deps.ts'
import { findSubscription, upsertSubscription } from './subscription-store.ts'
import type { Subscription } from '../tables.ts'

type ManageRequest = { act: (typeof subscriptionActions)[number]; redirect_url: string }
/** A message key: the page asks the owner to contact the administrator. */
const paidByPerson: SubscribeAnswer = { success: 0, message: 'paid-by-person' }

/** Changes an existing subscription for its owner. */
export async function manage(deps: SubscribeDeps, card: Card, { act, redirect_url }: ManageRequest): Promise<SubscribeAnswer | void> {
  const { db, billing, settings } = deps
  const row = await findSubscription(db, card.id)
  const { provider } = billing
  const isLive = isManagedByProvider(row, provider)
  // A subscription that is still charged can be canceled without plans too.
  if (act !== 'cancel' || !isLive) assertPlans(settings)
  if (act === 'cancel' || act === 'resume') {
    return provider && isLive ? changeAtProvider(deps, provider, row, act) : changeLocally(deps, card, act)
  }
  if (!provider) return paidByPerson
  const customerId = row?.customerId ?? (await findCustomer(db, card.id))?.customerId
  if (!customerId || (act === 'change' && !isLive)) {
    return redirectTo(`${settings.publicUrl}/account/subscription?alias=${card.alias}&change_subscription=yes`)
  }
  const returnUrl = `${settings.publicUrl}${ownPath(redirect_url, settings.publicUrl)}`
  const request = { customerId, subscriptionId: isLive ? (row?.subscriptionId ?? null) : null, act, returnUrl }
  return redirectTo(await callProvider(deps.log, () => provider.manage(request)))
}

async function changeAtProvider(deps: SubscribeDeps, provider: BillingProvider, row: Subscription | null, act: 'cancel' | 'resume') {
  if (!row?.subscriptionId) throw problem('not-subscribed')
  const { subscriptionId, subjectId } = row
  const save = (updated: AsOf<ProviderSubscription>) => saveCardSubscription(deps, subjectId, updated)
  const updated = await callProvider(
    deps.log,
    () => (act === 'cancel' ? provider.cancelAtPeriodEnd(subscriptionId) : provider.resume(subscriptionId)),
    async ({ kind }) => {
      // The provider’s state may differ from ours, such as ended: save it so that the page shows it.
      const current = kind === 'rejected' ? await provider.readSubscription(subscriptionId).catch(() => null) : null
      if (current) await save(current)
    },
  )
  await save(updated)
}

/** Without a provider nothing renews by itself: ends or resumes the trial or the paid period. */
function changeLocally({ changes, clock, settings }: SubscribeDeps, card: Card, act: 'cancel' | 'resume'): Promise<void> {
  return changes.write(async (tx, notify) => {
    await lockBilling(tx, card.id)
    const row = await findSubscription(tx, card.id)
    const now = clock.now()
    // A provider that was switched off may still charge; do not end its subscription here.
    if (row?.provider !== 'embedded' || !['trial', 'paid', 'dunning'].includes(stateAt(row, now))) throw problem('not-subscribed')
    const next = nextSubscription(row, { act }, { subjectId: card.id, now, lengths: settings })
    if (next) await upsertSubscription(tx, next)
    notify(`card:${card.id}`)
  })
}
