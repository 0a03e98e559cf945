import type { billingActs } from '#contract/billing/billing.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { AsOf, BillingProvider, ProviderSubscription } from '#server/integrations/billing.ts'
import { askProvider, isAtProvider } from '../provider/ask-provider.ts'
import { findCustomer } from '../provider/customer-store.ts'
import { stateAt } from './describe-subscription.ts'
import { holdBilling } from './hold-billing.ts'
import { nextSubscription } from '../ledger/ledger-acts.ts'
import { noteSubscription } from '../ledger/note-subscription.ts'
import { ownPath } from './own-path.ts'
import type { SubscribeAnswer } from '../orders/subscribe.ts'
import type { Card, SubscribeNeeds } from '../orders/subscribe-needs.ts'
import { findSubscription, putSubscription } from './subscription-store.ts'
import type { Subscription } from '../tables.ts'

type Wish = { act: (typeof billingActs)[number]; redirect_url: string }
const done: SubscribeAnswer = { success: 1, message: '' }
/** The page has words for it: whoever runs the installation is asked, not a page. */
const ofPerson: SubscribeAnswer = { success: 0, message: 'paid-by-person' }

/** What an owner changes about a subscription that is there. */
export async function manage(needs: SubscribeNeeds, card: Card, { act, redirect_url }: Wish): Promise<SubscribeAnswer> {
  const { db, billing, settings } = needs
  const row = await findSubscription(db, card.id)
  const { provider } = billing
  const isLive = isAtProvider(row, provider)
  if (act === 'cancel' || act === 'resume') {
    return provider && isLive ? changeThere(needs, provider, row, act) : changeHere(needs, card, act)
  }
  if (!provider) return ofPerson
  const customerId = row?.customerId ?? (await findCustomer(db, card.id))?.customerId
  if (!customerId || (act === 'change' && !isLive)) {
    return led(`${settings.publicUrl}/account/subscription?alias=${card.alias}&change_subscription=yes`)
  }
  const returnUrl = `${settings.publicUrl}${ownPath(redirect_url, settings.publicUrl)}`
  const wish = { customerId, subscriptionId: isLive ? (row?.subscriptionId ?? null) : null, act, returnUrl }
  return led(await askProvider(needs.log, () => provider.manage(wish)))
}

const led = (url: string): SubscribeAnswer => ({ success: 1, message: { url } })

async function changeThere(needs: SubscribeNeeds, provider: BillingProvider, row: Subscription | null, act: 'cancel' | 'resume') {
  if (!row?.subscriptionId) throw problem('not-subscribed')
  const { subscriptionId, subjectId } = row
  const note = (told: AsOf<ProviderSubscription>) => noteSubscription({ ...needs, jobs: () => needs.jobs }, subjectId, told)
  const told = await askProvider(
    needs.log,
    () => (act === 'cancel' ? provider.cancelAtPeriodEnd(subscriptionId) : provider.resume(subscriptionId)),
    async ({ kind }) => {
      // It may stand otherwise there than it was told, such as ended: then the page says so.
      const there = kind === 'refused' ? await provider.readSubscription(subscriptionId).catch(() => null) : null
      if (there) await note(there)
    },
  )
  await note(told)
  return done
}

/** Nobody charges anything by themselves here: what ends is what was paid for, or tried. */
function changeHere({ changes, clock, settings }: SubscribeNeeds, card: Card, act: 'cancel' | 'resume'): Promise<SubscribeAnswer> {
  return changes.write(async (tx, tell) => {
    await holdBilling(tx, card.id)
    const row = await findSubscription(tx, card.id)
    const now = clock.now()
    // Of one that somebody else charges, or may still charge, nothing is ended here.
    if (row?.provider !== 'embedded' || !['trial', 'paid', 'dunning'].includes(stateAt(row, now))) throw problem('not-subscribed')
    const next = nextSubscription(row, { act }, { subjectId: card.id, now, lengths: settings })
    if (next) await putSubscription(tx, next)
    tell(`card:${card.id}`)
    return done
  })
}
