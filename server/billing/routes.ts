import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { giveReceipt, listOwnInvoices } from './invoices/give-receipt.ts'
import { hearEvents } from './events/hear-events.ts'
import { manage } from './subscriptions/manage.ts'
import { offeredPlans } from './orders/offered-plans.ts'
import { listOwnSubscriptions, readBilling, readMark } from './subscriptions/read-billing.ts'
import { subscribe } from './orders/subscribe.ts'
import type { Card, SubscribeNeeds } from './orders/subscribe-needs.ts'

type Needs = SubscribeNeeds & {
  settings: SubscribeNeeds['settings'] & { productName: string; trialDays: number }
  /** The door to an owner's card, which a later slice keeps; without an alias the first. Refuses what is not theirs. */
  findOwnCard: (caller: Caller, alias?: string) => Promise<Card>
  listOwnCards: (caller: Caller) => Promise<readonly Card[]>
}

export function billingRoutes(needs: Needs) {
  const { findOwnCard, listOwnCards, settings } = needs
  const own = async (caller: Caller) => listOwnSubscriptions(needs, await listOwnCards(caller))
  return {
    'billing.plans': async () => offeredPlans(settings),
    'billing.subscriptions': ({ caller }) => own(caller),
    'billing.ownSubscriptions': ({ caller }) => own(caller),
    'billing.state': async ({ caller, params }) => readBilling(needs, await findOwnCard(caller, params.alias)),
    'billing.mark': async ({ caller, params }) => readMark(needs, (await findOwnCard(caller, params.alias)).id),
    'billing.subscribe': async ({ caller, input }) => subscribe(needs, await findOwnCard(caller, input.alias), input),
    'billing.manage': async ({ caller, input }) => manage(needs, await findOwnCard(caller, input.alias), input),
    'billing.invoices': async ({ caller, params }) => listOwnInvoices(needs, await findOwnCard(caller, params.alias)),
    'billing.receipt': async ({ caller, params }) => giveReceipt(needs, caller, await findOwnCard(caller, params.alias), params.id),
    'billing.hear': async ({ input, request }) => hearEvents(needs, input, request),
  } satisfies Partial<Handlers>
}
