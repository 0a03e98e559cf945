import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { serveReceipt, listOwnInvoices } from './invoices/serve-receipt.ts'
import { receiveWebhook } from './events/receive-webhook.ts'
import { manage } from './subscriptions/manage.ts'
import { offeredPlans } from './orders/offered-plans.ts'
import { listOwnSubscriptions, readBilling, readMark } from './subscriptions/read-billing.ts'
import { subscribe } from './orders/subscribe.ts'
import type { Card, SubscribeDeps } from './orders/subscribe-deps.ts'

type Deps = SubscribeDeps & {
  settings: SubscribeDeps['settings'] & { productName: string; trialDays: number }
  /** The account’s card with this alias, or its first; throws if it is not theirs. The cards slice provides it. */
  findOwnCard: (caller: Caller, alias?: string) => Promise<Card>
  providerWaitMs?: number | undefined
  listOwnCards: (caller: Caller) => Promise<readonly Card[]>
}

export function billingRoutes(deps: Deps) {
  const { findOwnCard, listOwnCards, settings } = deps
  const listAccountSubscriptions = async (caller: Caller) => listOwnSubscriptions(deps, await listOwnCards(caller))
  return {
    'billing.plans': async () => offeredPlans(settings),
    'billing.subscriptions': ({ caller }) => listAccountSubscriptions(caller),
    'billing.ownSubscriptions': ({ caller }) => listAccountSubscriptions(caller),
    'billing.state': async ({ caller, params }) => readBilling(deps, await findOwnCard(caller, params.alias)),
    'billing.mark': async ({ caller, params }) => readMark(deps, (await findOwnCard(caller, params.alias)).id),
    'billing.subscribe': async ({ caller, input }) => subscribe(deps, await findOwnCard(caller, input.alias), input),
    'billing.manage': async ({ caller, input }) => manage(deps, await findOwnCard(caller, input.alias), input),
    'billing.invoices': async ({ caller, params }) => listOwnInvoices(deps, await findOwnCard(caller, params.alias)),
    'billing.receipt': async ({ caller, params }) => serveReceipt(deps, caller, await findOwnCard(caller, params.alias), params.id),
    'billing.receiveEvent': async ({ input, request }) => receiveWebhook(deps, input, request),
  } satisfies Partial<Handlers>
}
